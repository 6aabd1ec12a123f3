package org.bora.backend.scenario.points;

import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Operations on names: {@code d/a}, and the directory {@code d}. */
final class NameOperations {
  private NameOperations() {}

  /** Nothing has to be known of what was prepared. */
  record Nothing() {}

  static List<Operation<Nothing>> all() {
    return List.of(
        operation(
            "mv of a file", false, (stage, none, a) -> stage.names.mv(a, "d/a", "d/b"), moves()),
        seen(
            "mv of the file seen",
            (stage, none, a) -> stage.names.mvSeen(a, "d/a", "d/b"),
            moves()),
        operation(
            "mv of a file in an area on tape",
            true,
            (stage, none, a) -> stage.names.mv(a, "d/a", "d/b"),
            moves()),
        operation(
            "mv of a directory",
            false,
            (stage, none, a) -> stage.names.mvAll(a, "d", "e"),
            directoryMoves()),
        operation("rm", false, (stage, none, a) -> stage.names.rm(a, "d/a"), removals()),
        seen("rm of the file seen", (stage, none, a) -> stage.names.rmSeen(a, "d/a"), removals()),
        operation(
            "rm in an area on tape",
            true,
            (stage, none, a) -> stage.names.rm(a, "d/a"),
            removals()),
        operation(
            "rmdir of all", false, (stage, none, a) -> stage.names.rmdir(a, "d"), treeRemovals()),
        operation("prepareToPut", false, NameOperations::prepare, preparations()));
  }

  /** What is granted to a call that was given up keeps no name. */
  private static void prepare(Stage stage, Nothing none, Backend a) {
    stage.uploads.prepare(a, "d/a");
    if (a.site.callerLeft.get()
        && !a.tap.isDead()
        && !stage.world.b.isGranted(() -> stage.uploads.prepare(stage.world.b, "d/a"))) {
      stage.history.contradict("d/a is kept for a call that was given up");
    }
  }

  private static Operation<Nothing> operation(
      String name, boolean onTape, Script.Act<Nothing> run, List<Script<Nothing>> scripts) {
    return new Operation<>(name, onTape, NameOperations::files, run, scripts);
  }

  /** An operation on the version that its client has seen. */
  private static Operation<Nothing> seen(
      String name, Script.Act<Nothing> run, List<Script<Nothing>> scripts) {
    Function<Stage, Nothing> files =
        stage -> {
          Nothing there = files(stage);
          stage.names.see("d/a");
          return there;
        };
    return new Operation<>(name, false, files, run, scripts);
  }

  private static Nothing files(Stage stage) {
    stage.makeDirectory("d");
    stage.file("other");
    stage.file("d/a");
    return new Nothing();
  }

  private static Script<Nothing> then(
      String name, java.util.function.BiConsumer<Stage, Backend> act) {
    return Script.of(name, (stage, none, b) -> act.accept(stage, b));
  }

  private static List<Script<Nothing>> moves() {
    List<Script<Nothing>> all = new ArrayList<>(Puts.rivals());
    all.add(then("asked again", (stage, b) -> stage.names.mv(b, "d/a", "d/b")));
    all.add(then("put at the target", (stage, b) -> stage.uploads.put(b, "d/b", "rival")));
    all.add(then("removed at the target", (stage, b) -> stage.names.rm(b, "d/b")));
    all.add(then("moved on", (stage, b) -> stage.names.mv(b, "d/b", "d/c")));
    all.add(then("moved back", (stage, b) -> stage.names.mv(b, "d/b", "d/a")));
    all.add(then("read at the target", (stage, b) -> stage.pins.get(b, "d/b", 80_000)));
    all.add(
        Script.late(
            "given up, asked again, and put anew",
            (stage, none, b) -> {
              givenUp(stage);
              stage.names.repeated(b, "d/a", "d/b");
              stage.names.rm(b, "d/b");
              stage.names.firstIsOver();
              stage.uploads.put(b, "d/a", "rival");
            }));
    all.add(
        then(
            "moved on, and put anew",
            (stage, b) -> {
              stage.names.mv(b, "d/b", "d/c");
              stage.uploads.put(b, "d/a", "rival");
            }));
    return all;
  }

  private static List<Script<Nothing>> directoryMoves() {
    List<Script<Nothing>> all = new ArrayList<>(Puts.rivals());
    all.add(then("asked again", (stage, b) -> stage.names.mvAll(b, "d", "e")));
    all.add(then("put of another in it", (stage, b) -> stage.uploads.put(b, "d/b", "rival")));
    all.add(
        then("put of another where it goes", (stage, b) -> stage.uploads.put(b, "e/b", "rival")));
    all.add(then("removed where it goes", (stage, b) -> stage.names.rm(b, "e/a")));
    all.add(then("all removed where it goes", (stage, b) -> stage.names.rmdir(b, "e")));
    all.add(
        Script.late(
            "given up, asked again, and put anew",
            (stage, none, b) -> {
              givenUp(stage);
              stage.names.repeated(b, "d", "e");
              stage.names.firstIsOver();
              again(stage, "d");
              stage.uploads.put(b, "d/a", "rival");
            }));
    all.add(then("moved on", (stage, b) -> stage.names.mvAll(b, "e", "f")));
    all.add(then("moved back", (stage, b) -> stage.names.mvAll(b, "e", "d")));
    return all;
  }

  /** Backends have settled by then what it has claimed. */
  private static void givenUp(Stage stage) {
    stage.world.a.isGivenUp();
    stage.pass(Duration.ofSeconds(11));
  }

  /** As srmMkdir does. */
  private static void again(Stage stage, String directory) {
    if (!Files.exists(stage.onDisk(directory))) {
      stage.makeDirectory(directory);
    }
  }

  private static List<Script<Nothing>> preparations() {
    List<Script<Nothing>> all = new ArrayList<>(Puts.rivals());
    all.add(
        then(
            "given up, and put by another",
            (stage, b) -> {
              stage.world.a.isGivenUp();
              stage.uploads.put(b, "d/a", "rival");
            }));
    return all;
  }

  private static List<Script<Nothing>> treeRemovals() {
    List<Script<Nothing>> all = new ArrayList<>(removals());
    all.add(
        Script.late(
            "given up, asked again, and put anew",
            (stage, none, b) -> {
              givenUp(stage);
              stage.names.rmdir(b, "d");
              stage.names.firstIsOver();
              again(stage, "d");
              stage.uploads.put(b, "d/a", "rival");
            }));
    return all;
  }

  private static List<Script<Nothing>> removals() {
    List<Script<Nothing>> all = new ArrayList<>(Puts.rivals());
    all.add(then("put of another", (stage, b) -> stage.uploads.put(b, "d/b", "rival")));
    all.add(
        Script.late(
            "given up, file removed, and put anew",
            (stage, none, b) -> {
              givenUp(stage);
              stage.names.rm(b, "d/a");
              stage.names.firstIsOver();
              stage.uploads.put(b, "d/a", "rival");
            }));
    all.add(
        then(
            "begun and put",
            (stage, b) -> {
              Optional<Upload> begun = stage.uploads.prepare(b, "d/a");
              begun.ifPresent(upload -> stage.uploads.done(b, upload, false));
            }));
    return all;
  }
}
