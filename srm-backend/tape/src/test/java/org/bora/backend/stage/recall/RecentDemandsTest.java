package org.bora.backend.stage.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.backend.stage.plan.VolumeDemand;
import org.junit.jupiter.api.Test;

class RecentDemandsTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final RecentDemands demands = new RecentDemands();
  private int looks;

  private List<VolumeDemand> ask(String library, long files, Instant now) {
    return demands.of(
        library,
        now,
        () -> {
          looks++;
          return List.of(new VolumeDemand("V1", "c", files, files, 1, 0, NOW, Optional.of(NOW)));
        });
  }

  @Test
  void aShortLineIsSummedUpForEachChoice() {
    ask("robot", 50_000, NOW);
    ask("robot", 50_000, NOW);
    assertEquals(2, looks);
  }

  @Test
  void aLongLineIsSummedUpForAllChoicesOfSomeSeconds() {
    List<VolumeDemand> first = ask("robot", 1_000_000, NOW);
    assertEquals(first, ask("robot", 7, NOW.plusMillis(29_999)));
    assertEquals(1, looks);
    ask("other", 1_000_000, NOW);
    assertEquals(2, looks, "each library has its own");
    ask("robot", 1_000_000, NOW.plusSeconds(30));
    assertEquals(3, looks);
    ask("robot", 1_000_000, NOW.minusSeconds(3600));
    assertEquals(4, looks, "the clock was set back");
  }

  @Test
  void whatMisledAChoiceIsForgotten() {
    ask("robot", 1_000_000, NOW);
    demands.forget("robot");
    ask("robot", 1_000_000, NOW);
    assertEquals(2, looks);
  }
}
