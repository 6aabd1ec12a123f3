package org.bora.launcher.wire;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;

/**
 * Whether a backend is well, for who starts and watches it (the health check of its image): {@value
 * #SERVING}, {@value #LEAVING} while it is taken out of service, which is no ailment, or refused
 * with what it lacks.
 */
final class HealthVerb implements ControlServer.Verb {
  static final String NAME = "health";
  static final String SERVING = "serving";
  static final String LEAVING = "leaving";

  private final Supplier<Optional<String>> missing;
  private final BooleanSupplier serving;

  /**
   * Asks these two.
   *
   * @param missing what the backend cannot do without and has not
   * @param serving whether frontends are told to call it
   */
  HealthVerb(Supplier<Optional<String>> missing, BooleanSupplier serving) {
    this.missing = Objects.requireNonNull(missing, "missing");
    this.serving = Objects.requireNonNull(serving, "serving");
  }

  @Override
  public Answer run(List<String> arguments) {
    return missing
        .get()
        .map(lack -> new Answer(false, List.of(lack)))
        .orElseGet(() -> new Answer(true, List.of(serving.getAsBoolean() ? SERVING : LEAVING)));
  }
}
