package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.Catalogue;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.SrmStatus;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * A client's work with a pinned file. A pin lasts at least for the reported time, counted from the
 * request. Until then the client checks the file now and then.
 */
final class TapePins {
  private static final int BETWEEN_LOOKS_MILLIS = 3_000;
  private static final int ALMOST_MILLIS = 3_000;
  private static final int RENEWALS = 6;

  /** The remaining time of a pin is reported in whole seconds. */
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final String dn;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Frontend frontend;
  private final TapeSite site;
  private final Report report;

  /** Among this many clients like this one, all but one extend a pin, and extend it again. */
  private final int renewing;

  TapePins(String dn, TapeClient.Tools tools) {
    this.dn = dn;
    this.scheduler = tools.scheduler();
    this.choices = tools.choices();
    this.frontend = tools.frontend();
    this.site = tools.site();
    this.report = tools.report();
    this.renewing = 1 + choices.below(RENEWALS);
  }

  /**
   * Uses a file until its pin expires or the client is done with it.
   *
   * @param promised time until which the file is on disk
   */
  void follow(TapeWishes.Kept kept, String token, long promised) {
    long end = promised;
    watch(kept, "while it was pinned", end, someOf(end));
    while (scheduler.nanos() < over(end) && choices.below(renewing) > 0) {
      if (choices.below(4) > 0) { // many clients extend a pin in the last seconds before it expires
        watch(kept, "before its pin was over", end, almost(end));
      }
      end = extended(kept, token, end);
      watch(kept, "after its pin was extended", end, someOf(end));
    }
    if (choices.below(3) > 0) {
      frontend.ask(
          dn,
          Catalogue.RELEASE_FILES,
          new ReleaseRequest(Optional.of(token), List.of(), choices.below(2) == 0),
          over(end));
    }
  }

  private long someOf(long end) {
    long left = Math.max(1, Duration.ofNanos(end - scheduler.nanos()).toMillis());
    return scheduler.nanos() + Duration.ofMillis(choices.below(Math.toIntExact(left))).toNanos();
  }

  private static long over(long end) {
    return end + SECOND.toNanos();
  }

  private long almost(long end) {
    return over(end) - Duration.ofMillis(choices.below(ALMOST_MILLIS)).toNanos();
  }

  /** Checks the file from now until a given time. */
  private void watch(TapeWishes.Kept kept, String when, long end, long until) {
    look(kept, when, end);
    while (scheduler.nanos() < until) {
      Duration left = Duration.ofNanos(until - scheduler.nanos());
      Duration next = Duration.ofMillis(1 + choices.below(BETWEEN_LOOKS_MILLIS));
      scheduler.sleep(next.compareTo(left) < 0 ? next : left);
      look(kept, when, end);
    }
  }

  /**
   * Shortest duration of a pin for which this many seconds were reported, by any backend's clock.
   */
  static long lasts(int seconds) {
    return Duration.ofSeconds(seconds).minus(MachineClocks.DIFFERENCE).toNanos();
  }

  /** Returns the new end of the pin. */
  private long extended(TapeWishes.Kept kept, String token, long end) {
    long asked = scheduler.nanos();
    return frontend
        .ask(
            dn,
            Catalogue.EXTEND_FILE_LIFE_TIME,
            new ExtendRequest(
                Optional.of(token),
                List.of(kept.surl()),
                OptionalInt.empty(),
                OptionalInt.of(site.conditions().pinSeconds(choices))),
            over(end))
        .heard()
        .flatMap(reply -> reply.files().stream().findFirst())
        .filter(file -> file.status().code() == SrmStatus.SUCCESS)
        .map(file -> asked + lasts(file.pinLifetime().orElse(0)))
        .orElse(end);
  }

  private void look(TapeWishes.Kept kept, String when, long end) {
    if (scheduler.nanos() >= end) {
      return;
    }
    String content = site.disk(kept.area()).file(kept.name().path()).orElse(Name.ABSENT);
    if (!kept.name().mayHold(content)) {
      report.wrong(
          "I10", kept.name() + ", and " + when + " the disk has " + Name.brief(printable(content)));
    }
  }

  private static String printable(String content) {
    return TapeChecks.isStub(content) ? "a stub" : content;
  }
}
