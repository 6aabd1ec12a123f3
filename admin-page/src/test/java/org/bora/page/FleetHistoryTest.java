package org.bora.page;

import static org.bora.page.Figures.NOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRole;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Administrator;
import org.bora.api.figures.FleetFigures;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.Test;

class FleetHistoryTest {
  private Instant now = NOON;
  private boolean answers = true;

  private final RememberedHistory store = new RememberedHistory();
  private final FleetHistory history = new FleetHistory(this::fleet, store, Map::of);

  private FleetFigures fleet() {
    if (!answers) {
      throw new IllegalStateException("the database does not answer");
    }
    return new FleetFigures(now, List.of());
  }

  private void lookEveryFiveSeconds(int times) {
    for (int i = 0; i < times; i++) {
      history.look();
      now = now.plusSeconds(5);
    }
  }

  @Test
  void whoComesLateSeesTheLastHalfHourAndNoMore() {
    lookEveryFiveSeconds(1000);
    List<SiteMoment> all = history.after(Instant.EPOCH).moments();
    assertEquals(360, all.size());
    assertEquals(now.minusSeconds(1800), all.getFirst().at());
    assertEquals(now.minusSeconds(5), all.getLast().at());
  }

  @Test
  void whoHasSomeGetsTheRest() {
    lookEveryFiveSeconds(10);
    assertEquals(2, history.after(NOON.plusSeconds(35)).moments().size());
    assertTrue(history.after(now).moments().isEmpty());
  }

  @Test
  void whileNobodyAnswersThereIsAGapAndThenItGoesOn() {
    lookEveryFiveSeconds(2);
    answers = false;
    for (int i = 0; i < 3; i++) {
      assertThrows(IllegalStateException.class, history::look);
      now = now.plusSeconds(5);
    }
    answers = true;
    lookEveryFiveSeconds(1);
    assertEquals(
        List.of(NOON, NOON.plusSeconds(5), NOON.plusSeconds(25)),
        history.after(Instant.EPOCH).moments().stream().map(SiteMoment::at).toList());
  }

  private AdminReply asked(Map<String, String> parameters) {
    Administrator reader = new Administrator("CN=looker", AdminRole.READER);
    return new AdminRoutes(List.of(history.route()), AuditTrail.off())
        .reply(AdminCall.of("GET", "/v1/history", parameters, AdminCall.Body.NONE, reader));
  }

  @Test
  void itIsAskedForByAMoment() {
    lookEveryFiveSeconds(3);
    assertEquals(3, asked(Map.of()).text().split("\"results\"", -1).length - 1);
    String rest = asked(Map.of("after", "2026-11-21T12:00:05Z")).text();
    assertTrue(rest.contains("\"at\":\"2026-11-21T12:00:10Z\""), rest);
    assertFalse(rest.contains("12:00:05Z"), rest);
    AdminReply refused = asked(Map.of("after", "yesterday"));
    assertEquals(400, refused.status());
    assertTrue(refused.text().contains("2026-11-21T12:00:00Z"), refused.text());
  }

  @Test
  void aDayAndAMonthAreAskedForByTheirNames() {
    lookEveryFiveSeconds((int) Duration.ofHours(2).toSeconds() / 5 + 1);
    String day = asked(Map.of("span", "day")).text();
    assertTrue(day.contains("\"everySeconds\":300"), day);
    assertEquals(24, day.split("\"results\"", -1).length - 1, day);
    String rest = asked(Map.of("span", "day", "after", "2026-11-21T13:50:00Z")).text();
    assertEquals(1, rest.split("\"results\"", -1).length - 1, rest);
    assertTrue(rest.contains("\"at\":\"2026-11-21T13:55:00Z\""), rest);
    String month = asked(Map.of("span", "month")).text();
    assertTrue(month.contains("\"everySeconds\":7200"), month);
    assertEquals(1, month.split("\"results\"", -1).length - 1, month);
    AdminReply refused = asked(Map.of("span", "year"));
    assertEquals(400, refused.status());
    assertTrue(refused.text().contains("day or month"), refused.text());
  }
}
