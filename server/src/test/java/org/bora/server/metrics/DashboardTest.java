package org.bora.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Dashboards ask only for what Bora tells, and Grafana can show them. */
class DashboardTest {
  private static final String SOURCE = "${source}";
  private static final int GRID = 24;
  private static final Set<String> TYPES = Set.of("row", "stat", "timeseries");

  @Test
  void thereIsOneForEachRole() throws IOException {
    assertEquals(
        Set.of("bora-site", "bora-frontend", "bora-backend", "bora-doors", "bora-tape"),
        ShippedQueries.dashboards().keySet());
  }

  @Test
  void theyHaveTheirOwnNames() throws IOException {
    Set<String> titles = new HashSet<>();
    for (var each : ShippedQueries.dashboards().entrySet()) {
      assertEquals(each.getKey(), each.getValue().get("uid").asString());
      assertTrue(titles.add(each.getValue().get("title").asString()), each::getKey);
    }
  }

  @Test
  void togetherTheyShowEveryMetricOfOurs() throws IOException {
    String all = ShippedQueries.dashboards().values().toString();
    Set<String> missing = new TreeSet<>();
    MetricCatalogue.all().stream()
        .map(Metric::exposed)
        .filter(name -> !all.contains(name))
        .forEach(missing::add);
    assertEquals(Set.of(), missing);
  }

  static Set<String> names() throws IOException {
    return ShippedQueries.dashboards().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyQueryIsAnswered(String name) throws IOException {
    JsonNode dashboard = dashboard(name);
    List<String> queries = new ArrayList<>(ShippedQueries.of(dashboard));
    for (JsonNode variable : dashboard.at("/templating/list")) {
      if (variable.get("type").asString().equals("query")) {
        queries.add(variable.at("/query/query").asString());
      }
    }
    assertTrue(queries.size() > 20, queries::toString);
    assertEquals("", QueryCheck.wrongs(queries));
  }

  @ParameterizedTest
  @MethodSource("names")
  void everythingIsAskedOfTheChosenPrometheusAboutTheChosenJob(String name) throws IOException {
    JsonNode dashboard = dashboard(name);
    Set<String> variables = new HashSet<>();
    for (JsonNode variable : dashboard.at("/templating/list")) {
      variables.add(variable.get("name").asString());
      if (variable.get("type").asString().equals("query")) {
        assertEquals(SOURCE, variable.at("/datasource/uid").asString(), variable::toString);
      }
    }
    assertTrue(variables.containsAll(Set.of("source", "job")), variables::toString);
    for (JsonNode panel : panels(dashboard)) {
      if (!panel.get("type").asString().equals("row")) {
        assertEquals(SOURCE, panel.at("/datasource/uid").asString(), panel::toString);
      }
      for (JsonNode target : panel.path("targets")) {
        assertEquals(SOURCE, target.at("/datasource/uid").asString(), target::toString);
        String query = target.get("expr").asString();
        for (Matcher asked = ShippedQueries.NAME.matcher(query); asked.find(); ) {
          assertTrue(String.valueOf(asked.group(2)).contains("job=~\"$job\""), query);
        }
        assertTrue(!query.contains("$instance") || variables.contains("instance"), query);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void theFirstRowHasKeyNumbersWithThresholds(String name) throws IOException {
    List<JsonNode> first =
        panels(dashboard(name)).stream().filter(one -> place(one, "y") == 0).toList();
    assertTrue(first.size() >= 4 && first.size() <= 6, first::toString);
    assertEquals(GRID, first.stream().mapToInt(one -> place(one, "w")).sum());
    for (JsonNode panel : first) {
      assertEquals("stat", panel.get("type").asString(), panel::toString);
      JsonNode steps = panel.at("/fieldConfig/defaults/thresholds/steps");
      assertTrue(steps.size() > 1, panel::toString);
      assertTrue(steps.get(0).get("value").isNull(), "the first colour has no lower limit");
      for (int step = 2; step < steps.size(); step++) {
        assertTrue(
            steps.get(step - 1).get("value").asDouble() < steps.get(step).get("value").asDouble(),
            panel::toString);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void panelsLieInTheGridAndNoneOnAnother(String name) throws IOException {
    Set<List<Integer>> taken = new HashSet<>();
    for (JsonNode panel : panels(dashboard(name))) {
      assertTrue(place(panel, "x") >= 0 && place(panel, "w") > 0, panel::toString);
      assertTrue(place(panel, "x") + place(panel, "w") <= GRID, panel::toString);
      for (int x = 0; x < place(panel, "w"); x++) {
        for (int y = 0; y < place(panel, "h"); y++) {
          List<Integer> cell = List.of(place(panel, "x") + x, place(panel, "y") + y);
          assertTrue(taken.add(cell), () -> cell + " is taken: " + panel);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void panelsAreWhole(String name) throws IOException {
    Set<Integer> ids = new HashSet<>();
    Set<String> titles = new HashSet<>();
    for (JsonNode panel : panels(dashboard(name))) {
      assertTrue(ids.add(panel.get("id").asInt()), panel::toString);
      assertTrue(TYPES.contains(panel.get("type").asString()), panel::toString);
      if (panel.get("type").asString().equals("row")) {
        continue;
      }
      assertTrue(titles.add(panel.get("title").asString()), panel::toString);
      assertFalse(panel.at("/fieldConfig/defaults/unit").asString().isBlank(), panel::toString);
      assertTrue(panel.get("options").isObject(), panel::toString);
      assertFalse(panel.get("targets").isEmpty(), panel::toString);
      Set<String> references = new HashSet<>();
      for (JsonNode target : panel.get("targets")) {
        assertTrue(references.add(target.get("refId").asString()), panel::toString);
      }
    }
  }

  private static JsonNode dashboard(String name) throws IOException {
    return ShippedQueries.dashboards().get(name);
  }

  private static List<JsonNode> panels(JsonNode dashboard) {
    return StreamSupport.stream(dashboard.get("panels").spliterator(), false).toList();
  }

  private static int place(JsonNode panel, String what) {
    return panel.get("gridPos").get(what).asInt();
  }
}
