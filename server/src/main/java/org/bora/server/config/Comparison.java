package org.bora.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bora.settings.Written;

/**
 * The differences between two configurations, key by key, and what each needs to take effect.
 *
 * @param changes in the order of the keys; none where both say the same
 */
public record Comparison(List<Change> changes) {

  /** When a changed value takes effect. */
  public enum Takes {
    RELOAD,
    RESTART
  }

  /**
   * One difference.
   *
   * @param takes what a running Bora needs to apply it
   */
  public record Change(Difference difference, Takes takes) {
    public Change {
      Objects.requireNonNull(difference, "difference");
      Objects.requireNonNull(takes, "takes");
    }

    /** {@code KEY: TEXT (reload)}. */
    @Override
    public String toString() {
      return difference + "  (" + Written.write(takes) + ")";
    }
  }

  public Comparison {
    changes = List.copyOf(changes);
  }

  /** From one to the other. */
  public static Comparison of(Configuration before, Configuration after) {
    return new Comparison(
        before.values().differences(after.values()).stream()
            .map(
                difference ->
                    new Change(
                        difference, before.takes(difference.key()) ? Takes.RELOAD : Takes.RESTART))
            .toList());
  }

  /** One for every difference, and a sum. */
  public List<String> lines() {
    if (changes.isEmpty()) {
      return List.of("no differences");
    }
    List<String> lines = new ArrayList<>(changes.stream().map(Change::toString).toList());
    long restarts = changes.stream().filter(each -> each.takes() == Takes.RESTART).count();
    long reloads = changes.size() - restarts;
    lines.add(
        reloads
            + (reloads == 1 ? " change" : " changes")
            + " for a reload, "
            + restarts
            + " for a restart");
    return lines;
  }
}
