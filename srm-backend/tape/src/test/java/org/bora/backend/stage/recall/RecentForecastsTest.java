package org.bora.backend.stage.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.stage.plan.PassCost;
import org.junit.jupiter.api.Test;

class RecentForecastsTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final List<RecallForecast.Load> loads = new ArrayList<>();
  private int made;
  private final RecentForecasts forecasts =
      new RecentForecasts(
          library -> {
            made++;
            return new RecallForecast(loads, List.of(), PassCost.defaults());
          },
          Runnable::run);

  private void waits(String volume) {
    loads.add(new RecallForecast.Load(volume, false, 1, 1, 0, NOW));
  }

  @Test
  void whoeverAsksWithinSecondsIsToldTheSame() {
    waits("V1");
    forecasts.of("robot", "V1", NOW);
    for (int again = 0; again < 1000; again++) {
      forecasts.of("robot", "V1", NOW.plusMillis(again));
    }
    assertEquals(1, made);
    forecasts.of("robot", "V1", NOW.plusSeconds(5));
    assertEquals(2, made);
    forecasts.of("other", "V1", NOW.plusSeconds(5));
    assertEquals(3, made, "each library has its own");
  }

  @Test
  void aVolumeThatIsNewInLineIsLookedForAtOnceAndOnce() {
    waits("V1");
    forecasts.of("robot", "V1", NOW);
    waits("V2");
    assertTrue(forecasts.of("robot", "V2", NOW).knows("V2"));
    assertEquals(2, made);
    forecasts.of("robot", "gone", NOW);
    forecasts.of("robot", "gone", NOW);
    assertEquals(3, made);
  }

  @Test
  void aClockThatWasSetBackKeepsNoForecastForEver() {
    waits("V1");
    forecasts.of("robot", "V1", NOW);
    forecasts.of("robot", "V1", NOW.minusSeconds(3600));
    assertEquals(2, made);
  }

  @Test
  void noCallerWaitsForALookAtAllThatWaits() {
    List<Runnable> begun = new ArrayList<>();
    RecentForecasts slow =
        new RecentForecasts(
            library -> new RecallForecast(loads, List.of(), PassCost.defaults()), begun::add);
    waits("V1");
    assertFalse(slow.of("robot", "V1", NOW).knows("V1"));
    assertFalse(slow.of("robot", "V1", NOW.plusSeconds(60)).knows("V1"));
    assertEquals(1, begun.size(), "one look at a time");
    begun.removeFirst().run();
    assertTrue(slow.of("robot", "V1", NOW.plusSeconds(1)).knows("V1"));
    assertEquals(0, begun.size());
  }

  @Test
  void aForecastOfALongLineLivesLonger() {
    loads.add(new RecallForecast.Load("V1", false, 1_000_000, 1, 0, NOW));
    forecasts.of("robot", "V1", NOW);
    forecasts.of("robot", "V1", NOW.plusSeconds(24));
    assertEquals(1, made);
    forecasts.of("robot", "V1", NOW.plusSeconds(25));
    assertEquals(2, made);
  }

  @Test
  void aForecastThatCannotBeMadeIsTriedAgain() {
    List<Integer> tries = new ArrayList<>();
    RecentForecasts broken =
        new RecentForecasts(
            library -> {
              tries.add(tries.size());
              throw new IllegalStateException("the database is gone");
            },
            Runnable::run);
    broken.of("robot", "V1", NOW);
    broken.of("robot", "V1", NOW);
    assertEquals(2, tries.size());
  }
}
