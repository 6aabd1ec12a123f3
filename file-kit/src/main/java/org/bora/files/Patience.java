package org.bora.files;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.bora.api.BackendFailure;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Refused;
import org.bora.storage.spi.StorageException;

/**
 * Repeats a call that got no turn, so that an overload leaves no work half done. Thread safe if its
 * parts are.
 */
public final class Patience {
  /** Clients wait a minute for the first byte of an answer, and a question waits for its turn. */
  static final Duration LONGEST = Duration.ofSeconds(30);

  private static final Duration BETWEEN = Duration.ofSeconds(5);

  /** Longer than a backend takes to see that the writer of a name is gone, and few seconds more. */
  static final Duration FOR_A_NAME = Duration.ofSeconds(7);

  /** A backend that is restarted is back by then. */
  static final Duration FOR_A_BACKEND = Duration.ofMinutes(5);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final LongSupplier nanos;
  private final Pause pause;

  /** Waits between two attempts. */
  @FunctionalInterface
  public interface Pause {
    void last(Duration time) throws InterruptedException;
  }

  /** A call to the engine. */
  @FunctionalInterface
  public interface Question {
    /**
     * Asks it.
     *
     * @throws NoTurn where nothing has begun
     */
    void ask() throws Refused;
  }

  /**
   * One that goes by these.
   *
   * @param nanos as {@link System#nanoTime}
   */
  public Patience(LongSupplier nanos, Pause pause) {
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.pause = Objects.requireNonNull(pause, "pause");
  }

  /** One that goes by the clock of the machine. */
  public static Patience ofTheMachine() {
    return new Patience(System::nanoTime, Thread::sleep);
  }

  /**
   * Asks until there is a turn, for {@link #LONGEST} at most.
   *
   * @throws NoTurn where there was none in that time, or the thread is interrupted
   */
  public void ask(Question question) throws Refused {
    long end = nanos.getAsLong() + LONGEST.toNanos();
    while (true) {
      try {
        question.ask();
        return;
      } catch (NoTurn busy) {
        rest(busy, end);
      }
    }
  }

  /**
   * Executes a call that must not be left undone: repeats it if there is no turn, or if the engine
   * fails or permits a repetition, for {@link #FOR_A_BACKEND} at most, or until the thread is
   * interrupted.
   *
   * @param question may be repeated after it was executed completely or partly
   */
  public void askThroughFailures(Question question) throws Refused {
    askThroughFailures(question, refusal -> false);
  }

  /**
   * The same; also again after some refusals.
   *
   * @param also refusals after which the call is repeated
   */
  public void askThroughFailures(Question question, Predicate<Refused> also) throws Refused {
    long end = nanos.getAsLong() + FOR_A_BACKEND.toNanos();
    while (true) {
      try {
        question.ask();
        return;
      } catch (NoTurn busy) {
        rest(busy, end);
      } catch (BackendFailure failure) {
        if (failure.kind() == BackendFailure.Kind.PERMANENT) {
          throw failure;
        }
        rest(BETWEEN, end, failure);
      } catch (Refused refusal) {
        if (!refusal.srm().equals(Optional.of(SrmStatus.INTERNAL_ERROR)) && !also.test(refusal)) {
          throw refusal;
        }
        rest(BETWEEN, end, refusal);
      }
    }
  }

  /** A call with an answer. */
  @FunctionalInterface
  public interface Wish<T> {
    T ask() throws Refused, StorageException;
  }

  /**
   * Repeats a call for a name until another writer has released it, for {@link #FOR_A_NAME} at
   * most: that writer may be about to end, or its door may be gone.
   *
   * @param each called before each repetition
   */
  public <T> T askForName(Wish<T> wish, Question each) throws Refused, StorageException {
    long end = nanos.getAsLong() + FOR_A_NAME.toNanos();
    while (true) {
      try {
        return wish.ask();
      } catch (Refused busy) {
        if (!busy.srm().equals(Optional.of(SrmStatus.FILE_BUSY))
            || nanos.getAsLong() + BETWEEN_LOOKS.toNanos() - end > 0) {
          throw busy;
        }
        try {
          pause.last(BETWEEN_LOOKS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw busy;
        }
        each.ask();
      }
    }
  }

  private void rest(NoTurn busy, long end) {
    Duration wanted = busy.refusal().retryIn();
    rest(wanted.compareTo(BETWEEN) < 0 ? wanted : BETWEEN, end, busy);
  }

  private <E extends Exception> void rest(Duration time, long end, E failure) throws E {
    if (nanos.getAsLong() + time.toNanos() - end > 0) {
      throw failure;
    }
    try {
      pause.last(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
