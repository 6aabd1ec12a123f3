package org.bora.backend.scenario.points;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** srmPutDone of {@code d/a}, and what may happen beside it. */
final class Puts {
  static final Duration OVERDUE = Duration.ofMinutes(11);
  static final Duration SWEPT = Duration.ofMinutes(30);
  private static final int LONG = 80_000;

  private Puts() {}

  static List<Operation<List<Upload>>> all() {
    return List.of(
        new Operation<>(
            "put of a new file", false, stage -> begun(stage, false), Puts::done, scripts()),
        new Operation<>(
            "put over a file", false, stage -> begun(stage, true), Puts::done, scripts()),
        new Operation<>(
            "put in an area on tape", true, stage -> begun(stage, true), Puts::done, scripts()),
        new Operation<>("put into a reserved space", false, Puts::inSpace, Puts::done, scripts()),
        new Operation<>("put of two files", false, Puts::two, Puts::done, scripts()),
        new Operation<>(
            "put over a file where space is short",
            false,
            Puts::tight,
            Puts::done,
            tightScripts()));
  }

  static Operation<List<Upload>> abort() {
    return new Operation<>(
        "abort of a put",
        false,
        stage -> begun(stage, true),
        (stage, uploads, backend) -> stage.uploads.abort(backend, uploads.getFirst()),
        scripts());
  }

  private static List<Upload> begun(Stage stage, boolean over) {
    stage.makeDirectory("d");
    stage.file("other");
    if (over) {
      stage.file("d/a");
    }
    return List.of(stage.uploads.begin(stage.world.b, "d/a", "new", over, Optional.empty(), 0));
  }

  private static List<Upload> inSpace(Stage stage) {
    stage.makeDirectory("d");
    stage.file("other");
    stage.file("d/a");
    return List.of(
        stage.uploads.begin(
            stage.world.b, "d/a", "new in space", true, Optional.of(stage.world.reserved()), 5));
  }

  private static List<Upload> two(Stage stage) {
    stage.makeDirectory("d");
    stage.file("other");
    stage.file("d/b");
    return stage.uploads.begin(
        stage.world.b, List.of("d/a", "d/b"), "new", true, Optional.empty(), 0);
  }

  /** Nothing was announced; what arrived needs more than half of what is left. */
  private static List<Upload> tight(Stage stage) {
    stage.makeDirectory("d");
    stage.file("d/a");
    String large = "large ".repeat((int) (stage.world.free() * 6 / 10 / 6));
    return List.of(stage.uploads.begin(stage.world.b, "d/a", large, true, Optional.empty(), 0));
  }

  private static void done(Stage stage, List<Upload> uploads, Backend backend) {
    stage.uploads.done(backend, uploads, false);
  }

  private static List<Script<List<Upload>>> tightScripts() {
    return List.of(
        Script.of(
            "another takes the space",
            (stage, uploads, b) ->
                stage.uploads.put(
                    b, "rival", "rival ".repeat((int) (stage.world.free() * 9 / 10 / 6)))),
        Script.of("repeated", (stage, uploads, b) -> stage.uploads.done(b, uploads, true)));
  }

  private static List<Script<List<Upload>>> scripts() {
    List<Script<List<Upload>>> all = new ArrayList<>();
    all.add(Script.of("repeated", (stage, uploads, b) -> stage.uploads.done(b, uploads, true)));
    all.add(
        Script.of(
            "read and repeated",
            (stage, uploads, b) -> {
              stage.pins.get(b, "d/a", LONG);
              stage.uploads.done(b, uploads, true);
            }));
    all.add(Script.unasked("forgotten", (stage, uploads, b) -> overdue(stage, b)));
    all.add(
        Script.late(
            "repeated late",
            (stage, uploads, b) -> {
              stage.pass(OVERDUE);
              stage.uploads.done(b, uploads, true);
            }));
    all.add(
        Script.of("aborted", (stage, uploads, b) -> stage.uploads.abort(b, uploads.getFirst())));
    all.addAll(rivals());
    return all;
  }

  /** What others do to {@code d/a}, whatever is being done to it. */
  static <T> List<Script<T>> rivals() {
    List<Script<T>> all = new ArrayList<>();
    all.add(Script.of("put", (stage, none, b) -> stage.uploads.put(b, "d/a", "rival")));
    all.add(Script.of("removed", (stage, none, b) -> stage.names.rm(b, "d/a")));
    all.add(Script.of("removed with its directory", (stage, none, b) -> stage.names.rmdir(b, "d")));
    all.add(Script.of("moved", (stage, none, b) -> stage.names.mv(b, "d/a", "d/z")));
    all.add(
        Script.of("moved with its directory", (stage, none, b) -> stage.names.mvAll(b, "d", "e")));
    all.add(Script.of("moved over", (stage, none, b) -> stage.names.mv(b, "other", "d/a")));
    all.add(Script.of("read", (stage, none, b) -> stage.pins.get(b, "d/a", LONG)));
    all.add(
        Script.late(
            "overdue and put",
            (stage, none, b) -> {
              stage.pass(OVERDUE);
              stage.uploads.put(b, "d/a", "rival");
            }));
    all.add(
        Script.late(
            "overdue and moved",
            (stage, none, b) -> {
              stage.pass(OVERDUE);
              stage.names.mv(b, "d/a", "d/z");
            }));
    all.add(Script.late("audited", (stage, none, b) -> audited(stage, b)));
    return all;
  }

  static void overdue(Stage stage, Backend b) {
    stage.pass(SWEPT);
    b.site.sweep.round();
  }

  /** Far past every grace: walks through area and books happen. */
  static void audited(Stage stage, Backend b) {
    stage.pass(Duration.ofDays(2));
    b.site.sweep.round();
    stage.pass(Duration.ofDays(2));
    b.site.sweep.round();
  }
}
