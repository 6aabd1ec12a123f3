package org.bora.server.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.stage.rebuild.Belief;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.stage.rebuild.RebuildCount;
import org.bora.backend.stage.rebuild.RebuildProgress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /v1/rebuild} with {@code area} (all where it is missing), {@code belief} ({@code
 * sealed}, {@code restored}, {@code unsealed}) and {@code dryRun}; one at a time in a backend. The
 * answer comes when it is done, which may take days; meanwhile {@code GET} tells how far it is.
 */
final class RebuildOrder {
  private static final Logger LOG = LoggerFactory.getLogger(RebuildOrder.class);
  private static final String UNDONE = "nothing was rebuilt";
  private static final Set<String> NAMES = Set.of("area", "belief", "dryRun");

  private final Rebuild rebuild;
  private final Locator locator;
  private final LongSupplier nanoTime;
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile Stage stage = Stage.NONE;

  /** How far it is, with the time when the area was begun. */
  private record Stage(String area, int number, int areas, long files, double part, long began) {
    static final Stage NONE = new Stage("", 0, 0, 0, 0, 0);

    Stage at(RebuildProgress progress) {
      return new Stage(area, number, areas, progress.count().files(), progress.part(), began);
    }

    RebuildState look(long now) {
      boolean running = number > 0;
      long seconds = running ? TimeUnit.NANOSECONDS.toSeconds(now - began) : 0;
      return new RebuildState(running, area, number, areas, files, part, seconds);
    }
  }

  /**
   * @param nanoTime tells how long it takes
   */
  RebuildOrder(Rebuild rebuild, Locator locator, LongSupplier nanoTime) {
    this.rebuild = Objects.requireNonNull(rebuild, "rebuild");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
  }

  List<AdminRoute> routes() {
    return List.of(
        AdminRoute.look("/v1/rebuild", RebuildState.class, _ -> stage.look(nanoTime.getAsLong())),
        AdminRoute.rescue("POST", "/v1/rebuild", this::order));
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
          UNDONE, "a rebuild runs already", "GET /v1/rebuild shows the progress");
    }
    try {
      return run(areas, order);
    } finally {
      stage = Stage.NONE;
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
      long began = nanoTime.getAsLong();
      stage = new Stage(area.name(), areas.indexOf(area) + 1, areas.size(), 0, 0, began);
      AtomicLong told = new AtomicLong(began);
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
                stage = stage.at(soFar);
                tell(told);
                return !Thread.currentThread().isInterrupted();
              });
      lines.addAll(told(area.name(), count, order.dryRun()));
    }
    lines.forEach(line -> LOG.info("rebuild: {}", line));
    return AdminReply.told(lines);
  }

  /** Once a minute. */
  private void tell(AtomicLong told) {
    long now = nanoTime.getAsLong();
    if (now - told.get() >= TimeUnit.MINUTES.toNanos(1)) {
      told.set(now);
      LOG.info(
          "rebuild of area {}: {} files so far, about {} %",
          stage.area(), stage.files(), Math.round(stage.part() * 100));
    }
  }

  /**
   * The order: correct results first, then changes, then results that an administrator should
   * check.
   */
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
