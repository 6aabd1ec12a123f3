package org.bora.server.drain;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far the drain of a process is.
 *
 * @param process bora, frontend or backend
 * @param state the word of a {@link ServiceState}
 * @param reversible whether {@code bora drain --undo} works
 * @param left what must still end before the process may be stopped
 */
public record DrainState(String process, String state, boolean reversible, List<Left> left) {
  public DrainState {
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(state, "state");
    left = left == null ? List.of() : List.copyOf(left);
  }

  /** Whether the process may be stopped without any client noticing. */
  public boolean mayBeStopped() {
    return ServiceState.of(state).filter(ServiceState::mayBeStopped).isPresent();
  }

  /** The state and the remaining work, as one line. */
  public String line() {
    return Stream.concat(Stream.of(state), left.stream().map(Left::text))
        .collect(Collectors.joining("; "));
  }
}
