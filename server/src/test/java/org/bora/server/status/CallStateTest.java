package org.bora.server.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bora.api.WorkClass;
import org.bora.door.admit.turn.GateFigures;
import org.junit.jupiter.api.Test;

class CallStateTest {

  @Test
  void classesWithoutCallsAreLeftOutAndWhoWaitsIsNamed() {
    Map<String, Integer> waiting = Map.of("cms", 5, "atlas", 30, "", 2);
    assertEquals(
        List.of(
            "60 in progress, 12 polls shared an answer",
            "read: 16 of 16 places, 37 in line (no VO 2, atlas 30, cms 5);"
                + " so far 200 served after 20 ms in line, 3 told to come again",
            "write: 0 of 16 places, 0 in line;"
                + " so far 0 served after 0 ms in line, 1 told to come again"),
        CallState.of(
                60,
                List.of(
                    figures(WorkClass.STATUS, 0, Map.of(), 0, 0, 0),
                    figures(WorkClass.READ, 16, waiting, 200, 4000, 3),
                    figures(WorkClass.WRITE, 0, Map.of(), 0, 0, 1)),
                12)
            .lines());
  }

  private static GateFigures figures(
      WorkClass kind,
      int inside,
      Map<String, Integer> waiting,
      long given,
      long waitedMillis,
      long refused) {
    return new GateFigures(
        kind, 16, inside, waiting, given, Duration.ofMillis(waitedMillis), refused);
  }
}
