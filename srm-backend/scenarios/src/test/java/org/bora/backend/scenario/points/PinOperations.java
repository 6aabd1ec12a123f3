package org.bora.backend.scenario.points;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bora.backend.scenario.points.Pins.Pin;

/** Operations on pins of {@code d/a}, whose copy is on tape. */
final class PinOperations {
  private static final int SHORT = 60;
  private static final int LONG = 80_000;

  /** Of a drive; longer than any. */
  private static final Duration LEASE = Duration.ofMinutes(11);

  private PinOperations() {}

  /** A pin, and the file that it holds. */
  record Pinned(UUID file, Pin pin) {}

  static List<Operation<Pinned>> all() {
    return List.of(
        new Operation<>(
            "get",
            true,
            stage -> pinned(stage, SHORT),
            (stage, pinned, a) -> stage.pins.get(a, "d/a", LONG),
            scripts()),
        new Operation<>(
            "extend",
            true,
            stage -> pinned(stage, SHORT),
            (stage, pinned, a) -> stage.pins.extend(a, pinned.pin(), LONG),
            scripts()),
        new Operation<>(
            "releaseFiles",
            true,
            stage -> pinned(stage, LONG),
            (stage, pinned, a) -> stage.pins.release(a, pinned.pin(), true),
            scripts()),
        new Operation<>(
            "release of the buffer",
            true,
            PinOperations::unpinned,
            (stage, pinned, a) -> Shelf.release(a, pinned.file()),
            scripts()),
        new Operation<>(
            "recall", true, PinOperations::wanted, (stage, pinned, a) -> a.recall(), recalls()));
  }

  private static Pinned pinned(Stage stage, int seconds) {
    stage.makeDirectory("d");
    stage.file("other");
    stage.file("d/a");
    UUID id = stage.shelf.copy("d/a");
    return new Pinned(id, stage.pins.get(stage.world.b, "d/a", seconds));
  }

  private static Pinned unpinned(Stage stage) {
    Pinned pinned = pinned(stage, SHORT);
    stage.pins.release(stage.world.b, pinned.pin(), false);
    return pinned;
  }

  /** On tape alone, and waited for. */
  private static Pinned wanted(Stage stage) {
    Pinned unpinned = unpinned(stage);
    Shelf.release(stage.world.b, unpinned.file());
    return new Pinned(unpinned.file(), stage.pins.get(stage.world.b, "d/a", LONG));
  }

  private static List<Script<Pinned>> recalls() {
    List<Script<Pinned>> all = new ArrayList<>(scripts());
    all.add(Script.of("recalled", (stage, pinned, b) -> b.recall()));
    all.add(
        Script.late(
            "recalled when the lease is over",
            (stage, pinned, b) -> {
              stage.pass(LEASE);
              b.recall();
            }));
    all.add(
        Script.late(
            "recalled when the lease is over, and the file leaves again",
            (stage, pinned, b) -> {
              stage.pass(LEASE);
              b.recall();
              stage.pins.release(b, pinned.pin(), false);
              Shelf.release(b, pinned.file());
            }));
    all.add(
        Script.of("given up", (stage, pinned, b) -> stage.pins.release(b, pinned.pin(), false)));
    return all;
  }

  private static List<Script<Pinned>> scripts() {
    List<Script<Pinned>> all = new ArrayList<>(Puts.rivals());
    all.add(
        Script.late(
            "the pin ends, and the file leaves",
            (stage, pinned, b) -> {
              stage.pass(Duration.ofSeconds(SHORT * 2));
              Shelf.release(b, pinned.file());
            }));
    all.add(
        Script.of(
            "given back, and the file leaves",
            (stage, pinned, b) -> {
              stage.pins.release(b, pinned.pin(), false);
              Shelf.release(b, pinned.file());
            }));
    all.add(
        Script.of("the file is to leave", (stage, pinned, b) -> Shelf.release(b, pinned.file())));
    all.add(
        Script.of(
            "read, and the file is to leave",
            (stage, pinned, b) -> {
              stage.pins.get(b, "d/a", LONG);
              Shelf.release(b, pinned.file());
            }));
    return all;
  }
}
