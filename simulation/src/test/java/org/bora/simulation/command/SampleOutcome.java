package org.bora.simulation.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.simulation.site.Moment;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.site.Site;

/** The outcome of a site with forty faults, one per second, some of which cause a contradiction. */
final class SampleOutcome {
  private static final int FAULTS = 40;
  private static final String WRONG =
      "I1: client-2.1-3 may hold [(no file)], and <a read> finds it";

  private SampleOutcome() {}

  /**
   * The outcome of a part of the run.
   *
   * @param settings the part
   * @param wrong whether it contradicts a promise
   */
  static Outcome of(Site.Settings settings, boolean wrong) {
    List<Moment> story = new ArrayList<>();
    story.add(moment(0, "backend-1", Moment.Kind.UP, 0, "is up"));
    for (int fault = 1; fault <= FAULTS; fault++) {
      int number = fault;
      if (settings.only().faults().stream().allMatch(some -> some.contains(number))) {
        story.add(moment(fault, "backend-1", Moment.Kind.FAULT, fault, "kill of a backend"));
      }
    }
    story.add(moment(FAULTS, "client-2.1", Moment.Kind.ASKED, 0, "srmRm client-2.1-3"));
    story.add(moment(FAULTS, "client-2.1", Moment.Kind.HEARD, 0, "srmRm: SUCCESS"));
    story.add(moment(FAULTS, "client-2.1", Moment.Kind.ASKED, 0, "srmRm client-2.1-33"));
    Duration end = Duration.ofSeconds(FAULTS + 1);
    if (wrong) {
      story.add(moment(FAULTS + 1, "site", Moment.Kind.WRONG, 0, WRONG));
    }
    return new Outcome(
        7,
        "abc",
        100,
        Duration.ofHours(1),
        settings.disturbed(),
        Duration.ofSeconds(1),
        2,
        Map.of(),
        Map.of(),
        Map.of(),
        wrong ? List.of(WRONG) : List.of(),
        wrong ? Optional.of(end) : Optional.empty(),
        Map.of(),
        Map.of(),
        story,
        List.of());
  }

  private static Moment moment(int second, String lane, Moment.Kind kind, int number, String what) {
    return new Moment(Duration.ofSeconds(second), lane, kind, number, what);
  }
}
