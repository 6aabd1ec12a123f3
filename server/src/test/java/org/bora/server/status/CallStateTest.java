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
            "read: 16 of 16 slots in use, 37 waiting (no VO 2, atlas 30, cms 5);"
                + " 200 served so far, mean wait 20 ms, 3 told to retry",
            "write: 0 of 16 slots in use, 0 waiting;"
                + " 0 served so far, mean wait 0 ms, 1 told to retry"),
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
