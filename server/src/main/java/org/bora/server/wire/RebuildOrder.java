package org.bora.server.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.stage.rebuild.Belief;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.stage.rebuild.RebuildCount;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /v1/rebuild} with {@code area} (all where it is missing), {@code belief} ({@code
 * sealed}, {@code restored}, {@code unsealed}) and {@code dryRun}; one at a time in a backend. The
 * answer comes when it is done, which may take days.
 */
final class RebuildOrder {
  private static final Logger LOG = LoggerFactory.getLogger(RebuildOrder.class);
  private static final String UNDONE = "nothing was rebuilt";
  private static final Set<String> NAMES = Set.of("area", "belief", "dryRun");

  private final Rebuild rebuild;
  private final Locator locator;
  private final AtomicBoolean busy = new AtomicBoolean();

  RebuildOrder(Rebuild rebuild, Locator locator) {
    this.rebuild = Objects.requireNonNull(rebuild, "rebuild");
    this.locator = Objects.requireNonNull(locator, "locator");
  }

  AdminRoute route() {
    return AdminRoute.rescue("POST", "/v1/rebuild", this::order);
  }

  private AdminReply order(AdminCall call) throws AdminRefusal {
    Map<String, String> body = call.body().texts(NAMES);
    List<StorageArea> areas = areas(body.getOrDefault("area", ""));
    Rebuild.Order order =
        new Rebuild.Order(
            dryRun(body.getOrDefault("dryRun", "false")),
            belief(body.getOrDefault("belief", "sealed")));
    if (!busy.compareAndSet(false, true)) {
      throw AdminRefusal.conflict(
          UNDONE, "a rebuild runs already", "its progress is in the log of this process");
    }
    try {
      return run(areas, order);
    } finally {
      busy.set(false);
    }
  }

  private List<StorageArea> areas(String name) throws AdminRefusal {
    List<StorageArea> all = locator.areas();
    if (name.isEmpty()) {
      return all;
    }
    List<StorageArea> named = all.stream().filter(area -> area.name().equals(name)).toList();
    if (named.isEmpty()) {
      throw AdminRefusal.missing(
          UNDONE,
          "there is no area '" + name + "'",
          "there are: " + String.join(", ", all.stream().map(StorageArea::name).toList()));
    }
    return named;
  }

  private static boolean dryRun(String text) throws AdminRefusal {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw AdminRefusal.mistake(UNDONE, "dryRun is '" + text + "'", "say true or false");
    };
  }

  private static Belief belief(String text) throws AdminRefusal {
    try {
      return Belief.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw AdminRefusal.mistake(
          UNDONE, "belief is '" + text + "'", "say sealed, restored or unsealed");
    }
  }

  private AdminReply run(List<StorageArea> areas, Rebuild.Order order) {
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
    return AdminReply.told(lines);
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
    say(
        lines,
        count.strangers(),
        "files that were not stored through Bora: not entered in the database");
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
