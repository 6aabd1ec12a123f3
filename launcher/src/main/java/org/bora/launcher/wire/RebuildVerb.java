package org.bora.launcher.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.stage.rebuild.Belief;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.stage.rebuild.RebuildCount;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code rebuild [dry-run] [restored|unsealed] [area NAME]}; one at a time in a backend. */
final class RebuildVerb implements ControlServer.Verb {
  private static final Logger LOG = LoggerFactory.getLogger(RebuildVerb.class);
  private static final String DRY = "dry-run";
  private static final String RESTORED = "restored";
  private static final String UNSEALED = "unsealed";
  private static final String AREA = "area";

  private final Rebuild rebuild;
  private final Locator locator;
  private final AtomicBoolean busy = new AtomicBoolean();

  RebuildVerb(Rebuild rebuild, Locator locator) {
    this.rebuild = Objects.requireNonNull(rebuild, "rebuild");
    this.locator = Objects.requireNonNull(locator, "locator");
  }

  @Override
  public Answer run(List<String> arguments) {
    List<StorageArea> areas = locator.areas();
    int named = arguments.indexOf(AREA);
    if (named >= 0) {
      String name = String.join(" ", arguments.subList(named + 1, arguments.size()));
      areas = areas.stream().filter(area -> area.name().equals(name)).toList();
      if (areas.isEmpty()) {
        return new Answer(
            false,
            List.of(
                "there is no area '"
                    + name
                    + "'; there are: "
                    + String.join(", ", locator.areas().stream().map(StorageArea::name).toList())));
      }
    }
    if (!busy.compareAndSet(false, true)) {
      return new Answer(false, List.of("a rebuild runs already, see the log"));
    }
    try {
      List<String> words = named < 0 ? arguments : arguments.subList(0, named);
      return run(areas, new Rebuild.Order(words.contains(DRY), belief(words)));
    } finally {
      busy.set(false);
    }
  }

  private static Belief belief(List<String> words) {
    if (words.contains(UNSEALED)) {
      return Belief.UNSEALED;
    }
    return words.contains(RESTORED) ? Belief.RESTORED : Belief.SEALED;
  }

  private Answer run(List<StorageArea> areas, Rebuild.Order order) {
    List<String> lines = new ArrayList<>();
    for (StorageArea area : areas) {
      LOG.info(
          "rebuild of area {}{} begins, believing attributes: {}",
          area.name(),
          order.dryRun() ? " (dry run)" : "",
          order.belief());
      RebuildCount count =
          rebuild.run(
              area,
              order,
              soFar -> {
                LOG.info("rebuild of area {}: {} files so far", area.name(), soFar.files());
                return !Thread.currentThread().isInterrupted();
              });
      lines.addAll(told(area.name(), count, order.dryRun()));
    }
    lines.forEach(line -> LOG.info("rebuild: {}", line));
    return new Answer(true, lines);
  }

  /** First what is right, then what was done, then what an administrator should look at. */
  private static List<String> told(String area, RebuildCount count, boolean dryRun) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "area %s: %d files of %d bytes in %d directories, %d %sentered, %d %scorrected"
            .formatted(
                area,
                count.files(),
                count.bytes(),
                count.directories(),
                count.entered(),
                dryRun ? "would be " : "",
                count.corrected(),
                dryRun ? "would be " : ""));
    say(lines, count.strangers(), "files that nobody stored through SRM: the books have them not");
    say(
        lines,
        count.copies(),
        "copies that carry the identifier of another file: the other counts");
    say(
        lines,
        count.unsealed(),
        "files that carry an identifier without a seal of this site: not entered. After a restore"
            + " or a move of the area: rebuild --restored. Where the seal keys are lost: rebuild"
            + " --unsealed");
    say(lines, count.unreadable(), "entries that could not be read: see the log, and run it again");
    return lines;
  }

  private static void say(List<String> lines, long number, String what) {
    if (number > 0) {
      lines.add("  " + number + " " + what);
    }
  }
}
