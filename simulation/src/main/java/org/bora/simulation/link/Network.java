package org.bora.simulation.link;

import java.time.Duration;
import java.util.function.BiPredicate;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** Decides how long messages take, and at which message a connection breaks. */
public final class Network {
  private static final int LOST_QUESTIONS = 200;
  private static final int LOST_ANSWERS = 100;
  private static final int NOT_SENT = 500;

  /** One in this many messages takes up to {@link #LATE_MILLIS}. */
  private static final int LATE = 50;

  private static final int LATE_MILLIS = 5_000;

  /** The longest time that a message is on its way. */
  public static final Duration LONGEST_DELAY = Duration.ofMillis(LATE_MILLIS);

  private static final int USUAL_MILLIS = 20;

  private final Scheduler scheduler;
  private final Choices choices;
  private final BiPredicate<String, String> faults;

  /** What happens to a connection at a message. */
  enum Fate {
    GOES_ON,
    /** Both sides are told. */
    IS_RESET,
    /** Nothing passes any more, and neither side is told. */
    IS_SILENT
  }

  /**
   * Creates a network.
   *
   * @param faults whether a fault happens now, given the receiving process and the kind of fault
   */
  public Network(Scheduler scheduler, Choices choices, BiPredicate<String, String> faults) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.faults = faults;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** How long a message takes that leaves now. */
  Duration delay() {
    return Duration.ofMillis(choices.below(choices.below(LATE) == 0 ? LATE_MILLIS : USUAL_MILLIS));
  }

  /** The same for short messages that are sent all the time. */
  Duration shortDelay() {
    return Duration.ofMillis(choices.below(USUAL_MILLIS));
  }

  /** Waits on the receiver's thread, which may be late itself. */
  void takesLittle() {
    scheduler.sleep(shortDelay());
  }

  Fate question(String process) {
    return fate(process, LOST_QUESTIONS, "a question is lost with its connection");
  }

  Fate answer(String process) {
    return fate(process, LOST_ANSWERS, "an answer is lost with its connection");
  }

  private Fate fate(String process, int oneIn, String kind) {
    if (choices.below(oneIn) > 0 || !faults.test(process, kind)) {
      return Fate.GOES_ON;
    }
    return choices.below(3) == 0 ? Fate.IS_SILENT : Fate.IS_RESET;
  }

  /** Whether a connection ends right before a message leaves. */
  boolean endsBefore(String process) {
    return choices.below(NOT_SENT) == 0
        && faults.test(process, "a connection ends before a question leaves");
  }
}
