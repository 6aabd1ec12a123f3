package org.bora.server.drain;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a process out of service, part by part, and puts it back. Thread safe. */
public final class Drain {
  private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

  private final String process;
  private final List<Drainable> parts;
  private final Consumer<String> manager;
  private boolean begun;
  private ServiceState told = ServiceState.SERVING;

  /** The order came too late: the port is already closed. */
  public static final class TooLate extends Exception {
    private static final long serialVersionUID = 1;

    TooLate() {
      super("too late: its port is closed");
    }
  }

  /**
   * Makes the drain of a serving process.
   *
   * @param process bora, frontend or backend
   * @param parts in the order in which they drain
   * @param manager gets each change, for {@code systemctl status}
   */
  public Drain(String process, List<? extends Drainable> parts, Consumer<String> manager) {
    this.process = Objects.requireNonNull(process, "process");
    this.parts = List.copyOf(parts);
    this.manager = Objects.requireNonNull(manager, "manager");
  }

  /** Begins to drain, if that has not happened yet. */
  public synchronized DrainState begin() {
    if (!begun) {
      LOG.info(
          "draining: health reports not ready; `bora drain --undo` puts this process back in service");
    }
    begun = true;
    parts.forEach(Drainable::begin);
    return now();
  }

  /** Puts the process back in service. */
  public synchronized DrainState undo() throws TooLate {
    for (Drainable part : parts) {
      if (!part.undo()) {
        throw new TooLate();
      }
    }
    if (begun) {
      LOG.info("back in service");
    }
    begun = false;
    return now();
  }

  /** Begins to drain, and closes the ports after that. */
  public synchronized DrainState close() {
    begin();
    parts.forEach(Drainable::close);
    return now();
  }

  /** How far it is; tells the service manager of a change. */
  public synchronized DrainState now() {
    List<Left> left = left();
    ServiceState state = state(left.isEmpty());
    if (state != told) {
      told = state;
      manager.accept(state.word());
    }
    return new DrainState(process, state.word(), state.isReversible(), left);
  }

  /** Whether the process is in service. */
  public synchronized ServiceState state() {
    return state(left().isEmpty());
  }

  private List<Left> left() {
    List<Left> all = new ArrayList<>();
    if (begun) {
      parts.forEach(part -> all.addAll(part.left()));
    }
    return all;
  }

  private ServiceState state(boolean idle) {
    if (!begun) {
      return ServiceState.SERVING;
    }
    if (parts.stream().anyMatch(Drainable::isClosed)) {
      return idle ? ServiceState.CLOSED : ServiceState.CLOSING;
    }
    return idle ? ServiceState.DRAINED : ServiceState.DRAINING;
  }
}
