package org.bora.server.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.config.Difference;
import org.bora.server.config.Differences;
import org.bora.server.config.Mistake;
import org.bora.server.control.OrderAnswer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the whole configuration file again and takes what can change while Bora runs: all of it or,
 * where anything is wrong, nothing. Thread safe; one reload at a time.
 */
public final class Reload {
  private static final Logger LOG = LoggerFactory.getLogger(Reload.class);

  /** A part of a running Bora that can take other settings. */
  public interface Part {

    /**
     * Prepares everything for new settings, without effect yet.
     *
     * @return applies the settings; must not fail. Calls in progress continue with the old settings
     * @throws StartFailure with a sentence for the administrator
     */
    Runnable prepare(Configuration next) throws IOException, StartFailure;
  }

  private final List<Part> parts;
  private Configuration running;

  /**
   * Prepares for reloads.
   *
   * @param running the current settings
   */
  public Reload(Configuration running, List<Part> parts) {
    this.running = Objects.requireNonNull(running, "running");
    this.parts = List.copyOf(parts);
  }

  /** One line for every difference; where it refuses, one for every mistake. */
  public synchronized OrderAnswer run() {
    return switch (ConfigurationFile.read(running.source())) {
      case ConfigurationFile.Outcome.Invalid invalid ->
          refused(invalid.mistakes().stream().map(Mistake::toString).toList());
      case ConfigurationFile.Outcome.Valid valid -> take(valid.configuration());
    };
  }

  /** What a reload would find in the file, and what of it a restart alone can heed. */
  public synchronized Differences differences() {
    return Differences.of(running);
  }

  private static OrderAnswer refused(List<String> mistakes) {
    List<String> lines = new ArrayList<>(mistakes);
    lines.add("nothing was changed");
    lines.forEach(line -> LOG.error("reload: {}", line));
    return new OrderAnswer(false, lines);
  }

  private OrderAnswer take(Configuration written) {
    Configuration next = running.taking(written);
    List<Runnable> changes = new ArrayList<>();
    List<String> mistakes = new ArrayList<>();
    for (Part part : parts) {
      try {
        changes.add(part.prepare(next));
      } catch (StartFailure | IOException | IllegalArgumentException wrong) {
        mistakes.add(wrong.getMessage());
      }
    }
    if (!mistakes.isEmpty()) {
      return refused(mistakes);
    }
    changes.forEach(Runnable::run);
    OrderAnswer answer =
        new OrderAnswer(true, told(running.values().differences(written.values())));
    running = next;
    return answer;
  }

  private List<String> told(List<Difference> differences) {
    List<String> lines = new ArrayList<>();
    int later = 0;
    for (Difference difference : differences) {
      if (running.takes(difference.key())) {
        lines.add(difference.toString());
        LOG.info("reload: {}", difference);
      } else {
        later++;
        lines.add(difference + " (needs a restart, not applied)");
        LOG.warn("reload: {} (needs a restart, not applied)", difference);
      }
    }
    int now = differences.size() - later;
    String sum =
        now
            + (now == 1 ? " change applied, " : " changes applied, ")
            + later
            + (later == 1 ? " needs a restart" : " need a restart");
    lines.add(sum);
    LOG.info("reload: {}", sum);
    return lines;
  }
}
