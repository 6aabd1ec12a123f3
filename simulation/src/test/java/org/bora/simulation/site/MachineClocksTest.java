package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.junit.jupiter.api.Test;

class MachineClocksTest {
  private static final Duration WRONG = Duration.ofMinutes(10);
  private static final String MACHINE = "backend-1";

  private interface Look {
    void at(MachineClocks clocks, Scheduler scheduler);
  }

  private static void run(long seed, Look look) {
    Scheduler scheduler = new Scheduler(Choices.seeded(1), Instant.parse("2026-11-20T12:00:00Z"));
    Report report = new Report(scheduler, Only.ALL);
    MachineClocks clocks = new MachineClocks(scheduler, Choices.seeded(seed), report);
    scheduler.run(() -> look.at(clocks, scheduler));
  }

  private static Duration ahead(Clock clock, Scheduler scheduler) {
    return Duration.between(scheduler.clock().instant(), clock.instant());
  }

  @Test
  void eachIsWrongInItsOwnWayAndGoesOn() {
    run(
        1,
        (clocks, scheduler) -> {
          Clock one = clocks.of(MACHINE);
          Clock other = clocks.of("backend-2");
          Duration ahead = ahead(one, scheduler);
          assertNotEquals(ahead, ahead(other, scheduler));
          assertTrue(ahead.abs().compareTo(WRONG) <= 0, ahead::toString);
          scheduler.sleep(Duration.ofHours(1));
          assertEquals(ahead, ahead(clocks.of(MACHINE), scheduler), "of the next life, too");
        });
  }

  @Test
  void oneLeapsNowAndThen() {
    run(
        2,
        (clocks, scheduler) -> {
          Clock one = clocks.of(MACHINE);
          Duration before = ahead(one, scheduler);
          long began = scheduler.nanos();
          int looks = 0;
          while (ahead(one, scheduler).equals(before)) {
            assertTrue(looks++ < 1_000, "it never leaps");
            assertEquals(false, clocks.hasLeapt(MACHINE, began));
            scheduler.sleep(Duration.ofSeconds(1));
            clocks.act();
          }
          assertTrue(clocks.hasLeapt(MACHINE, began));
          scheduler.sleep(Duration.ofSeconds(1));
          assertEquals(false, clocks.hasLeapt(MACHINE, scheduler.nanos()));
        });
  }

  @Test
  void theSameChoicesLeadToTheSameClocks() {
    List<Duration> seen = new ArrayList<>();
    for (int again = 0; again < 2; again++) {
      run(3, (clocks, scheduler) -> seen.add(ahead(clocks.of(MACHINE), scheduler)));
    }
    assertEquals(seen.getFirst(), seen.getLast());
  }
}
