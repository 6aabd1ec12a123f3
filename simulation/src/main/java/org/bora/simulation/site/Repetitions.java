package org.bora.simulation.site;

import java.util.List;
import java.util.Optional;
import org.bora.api.Repetition;
import org.bora.simulation.link.Errand;

/** I6: the promises of dispatch about calls that are sent to several backends in turn. */
final class Repetitions {
  private Repetitions() {}

  /**
   * Checks the last call that a backend has begun.
   *
   * @param begun all calls of one errand that have begun, including this one
   * @return what is wrong with the call
   */
  static Optional<String> wrong(Repetition repetition, List<Errand.Beginning> begun) {
    Errand.Beginning last = begun.getLast();
    return switch (repetition) {
      case ALWAYS -> Optional.empty();
      case NEVER ->
          begun.size() > 1
              ? Optional.of("began %d times, and may not be repeated".formatted(begun.size()))
              : Optional.empty();
      case IF_TOLD ->
          begun.stream().anyMatch(one -> isUntold(one, last) || isUntold(last, one))
              ? Optional.of("began again, and the backend was not told")
              : Optional.empty();
    };
  }

  private static boolean isUntold(Errand.Beginning earlier, Errand.Beginning later) {
    return earlier.number() < later.number() && !later.again();
  }
}
