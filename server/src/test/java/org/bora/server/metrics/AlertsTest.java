package org.bora.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Alerts ask only for what Bora tells, and each has its section of the runbook. */
class AlertsTest {

  @Test
  void everyAlertIsAnsweredAndSaysWhatToDo() throws IOException {
    List<String> queries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Map<?, ?> rule : ShippedQueries.alerts()) {
      queries.add((String) rule.get("expr"));
      assertTrue(names.add((String) rule.get("alert")), rule::toString);
      Map<?, ?> annotations = (Map<?, ?>) rule.get("annotations");
      assertFalse(((String) annotations.get("summary")).isBlank(), rule::toString);
      assertTrue(((String) annotations.get("description")).length() > 30, rule::toString);
    }
    assertTrue(queries.size() > 15, queries::toString);
    assertEquals("", QueryCheck.wrongs(queries));
  }

  @Test
  void everyAlertLinksToItsSectionOfTheRunbookWhichHasNoOthers() throws IOException {
    Set<String> linked = new TreeSet<>();
    for (Map<?, ?> rule : ShippedQueries.alerts()) {
      String name = (String) rule.get("alert");
      Map<?, ?> annotations = (Map<?, ?>) rule.get("annotations");
      assertEquals(
          "docs/operate/alerts.md#" + name.toLowerCase(Locale.ROOT),
          annotations.get("runbook_url"));
      linked.add(name);
    }
    assertEquals(linked, ShippedQueries.runbook());
  }
}
