package org.bora.server.drain;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a process is in service. The command line, API, page, health and service manager all show
 * this state.
 *
 * <pre>
 *  SERVING -- drain --> DRAINING --> DRAINED ^                    |            | +------- undo -------+------------+ DRAINING, DRAINED -- close --> CLOSING --> CLOSED
 * </pre>
 */
public enum ServiceState {
  /** Normal operation. */
  SERVING(true),

  /**
   * Health reports not ready. Calls, including new ones, are still answered, and work is still in
   * progress.
   */
  DRAINING(true),

  /** Idle, and still answering. The process may be stopped without any client noticing. */
  DRAINED(true),

  /** The port is being closed, or is closed while calls still run. */
  CLOSING(false),

  /** The port is closed and nothing runs. */
  CLOSED(false);

  private final boolean reversible;

  ServiceState(boolean reversible) {
    this.reversible = reversible;
  }

  /** Whether {@code bora drain --undo} puts the process back in service. */
  public boolean isReversible() {
    return reversible;
  }

  /** Whether the process may be stopped without any client noticing. */
  public boolean mayBeStopped() {
    return this == DRAINED || this == CLOSED;
  }

  /** The word for people and programs: lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The state that a {@link #word} stands for; empty for a word of a newer Bora. */
  public static Optional<ServiceState> of(String word) {
    return Stream.of(values()).filter(state -> state.word().equals(word)).findFirst();
  }
}
