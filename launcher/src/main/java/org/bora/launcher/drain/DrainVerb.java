package org.bora.launcher.drain;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@code bora drain} asks of a process: {@code begin}, {@code undo}, {@code close} or {@code
 * status}. The first line of an answer is the word of a {@link ServiceState}; the other lines say
 * what must still end. Thread safe.
 */
public final class DrainVerb implements ControlServer.Verb {

  /** The verb. */
  public static final String NAME = "drain";

  public static final String BEGIN = "begin";
  public static final String UNDO = "undo";
  public static final String CLOSE = "close";
  public static final String STATUS = "status";

  private static final Logger LOG = LoggerFactory.getLogger(DrainVerb.class);

  private final List<Drainable> parts;
  private final Consumer<String> manager;
  private boolean begun;
  private ServiceState told = ServiceState.SERVING;

  /**
   * Makes one for a process that serves.
   *
   * @param parts in the order in which they drain
   * @param manager is told of each change, for {@code systemctl status}
   */
  public DrainVerb(List<? extends Drainable> parts, Consumer<String> manager) {
    this.parts = List.copyOf(parts);
    this.manager = Objects.requireNonNull(manager, "manager");
  }

  @Override
  public synchronized Answer run(List<String> arguments) {
    return switch (arguments.isEmpty() ? BEGIN : arguments.getFirst()) {
      case BEGIN -> begin();
      case UNDO -> undo();
      case CLOSE -> {
        begin();
        parts.forEach(Drainable::close);
        yield status();
      }
      case STATUS -> status();
      default -> new Answer(false, List.of("drain knows begin, undo, close and status"));
    };
  }

  private Answer begin() {
    if (!begun) {
      LOG.info("draining: health says not ready; `bora drain --undo` puts it back in service");
    }
    begun = true;
    parts.forEach(Drainable::begin);
    return status();
  }

  private Answer undo() {
    for (Drainable part : parts) {
      if (!part.undo()) {
        return new Answer(
            false, List.of("too late: its port is closed. Stop this process and start it again"));
      }
    }
    if (begun) {
      LOG.info("back in service");
    }
    begun = false;
    return status();
  }

  /** Whether the process is in service. */
  public synchronized ServiceState state() {
    return state(left().isEmpty());
  }

  private List<String> left() {
    List<String> lines = new ArrayList<>();
    if (begun) {
      parts.forEach(part -> lines.addAll(part.left()));
    }
    return lines;
  }

  private Answer status() {
    List<String> lines = left();
    ServiceState state = state(lines.isEmpty());
    if (state != told) {
      told = state;
      manager.accept(state.word());
    }
    lines.addFirst(state.word());
    return new Answer(true, lines);
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
