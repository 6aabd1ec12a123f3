package org.bora.launcher.drain;

import java.util.ArrayList;
import java.util.List;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@code bora drain} asks of a process: {@code begin}, {@code undo} or {@code status}. The
 * first line of an answer is one of the words below, then follows what is left. Thread safe.
 */
public final class DrainVerb implements ControlServer.Verb {

  /** The verb. */
  public static final String NAME = "drain";

  public static final String BEGIN = "begin";
  public static final String UNDO = "undo";
  public static final String STATUS = "status";

  /** Everything is as always. */
  public static final String SERVING = "serving";

  /** Nothing new is taken, and something runs still. */
  public static final String DRAINING = "draining";

  /** It may be stopped. */
  public static final String DRAINED = "drained";

  private static final Logger LOG = LoggerFactory.getLogger(DrainVerb.class);

  private final List<Drainable> parts;
  private boolean begun;

  public DrainVerb(List<? extends Drainable> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public synchronized Answer run(List<String> arguments) {
    return switch (arguments.isEmpty() ? BEGIN : arguments.getFirst()) {
      case BEGIN -> {
        if (!begun) {
          LOG.info("taken out of service: nothing new is taken");
        }
        begun = true;
        parts.forEach(Drainable::begin);
        yield status();
      }
      case UNDO -> undo();
      case STATUS -> status();
      default -> new Answer(false, List.of("drain knows begin, undo and status"));
    };
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

  private Answer status() {
    if (!begun) {
      return new Answer(true, List.of(SERVING));
    }
    List<String> lines = new ArrayList<>();
    parts.forEach(part -> lines.addAll(part.left()));
    lines.addFirst(lines.isEmpty() ? DRAINED : DRAINING);
    return new Answer(true, lines);
  }
}
