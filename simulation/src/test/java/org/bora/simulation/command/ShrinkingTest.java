package org.bora.simulation.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.simulation.site.Moment;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.site.Site;
import org.junit.jupiter.api.Test;

/** Shrinks a run whose contradiction needs two faults and one client. */
class ShrinkingTest {
  private static final Set<Integer> FAULTS = Set.of(3, 17);
  private static final int CLIENT = 2;

  private int runs;

  private static boolean isSpoiled(Site.Settings settings) {
    return settings.only().faults().stream().allMatch(some -> some.containsAll(FAULTS))
        && settings.only().clients().stream().allMatch(some -> some.contains(CLIENT));
  }

  private Outcome run(Site.Settings settings) {
    runs++;
    return SampleOutcome.of(settings, isSpoiled(settings));
  }

  private Shrinking shrinking(int most) {
    Site.Settings whole = Site.Settings.defaults();
    return new Shrinking(whole, SampleOutcome.of(whole, true), this::run, () -> runs < most);
  }

  @Test
  void onlyWhatItTakesIsLeft() {
    Shrinking shrinking = shrinking(Integer.MAX_VALUE);
    Outcome small = shrinking.shrink();
    assertEquals(Optional.of(FAULTS), shrinking.settings().only().faults());
    assertEquals(Optional.of(Set.of(CLIENT)), shrinking.settings().only().clients());
    assertEquals(Duration.ofSeconds(42), shrinking.settings().disturbed());
    assertEquals(
        List.of(3, 17),
        small.story().stream()
            .filter(moment -> moment.kind() == Moment.Kind.FAULT)
            .map(Moment::number)
            .toList());
    assertTrue(runs < 60, () -> runs + " runs");
  }

  @Test
  void itStopsWhenItsTimeIsOverAndStillContradicts() {
    Shrinking shrinking = shrinking(5);
    assertEquals(1, shrinking.shrink().contradictions().size());
    assertEquals(5, runs);
  }
}
