package org.bora.backend.scenario.points;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A put of {@code d/a} whose bytes come by an HTTPS TURL, and what may happen beside it. */
final class TurlOperations {
  /** Another transfer may begin: nothing was heard of the first one. */
  private static final Duration SILENT = Duration.ofSeconds(121);

  private TurlOperations() {}

  static List<Operation<Turls.Put>> all() {
    return List.of(
        new Operation<>(
            "transfer by an https TURL",
            false,
            TurlOperations::begun,
            TurlOperations::run,
            scripts()),
        new Operation<>(
            "srmPutDone after an https TURL",
            false,
            TurlOperations::sent,
            (stage, put, a) -> stage.turls.done(a, put, false),
            scripts()));
  }

  private static void files(Stage stage) {
    stage.makeDirectory("d");
    stage.file("other");
    stage.file("d/a");
  }

  private static Turls.Put begun(Stage stage) {
    files(stage);
    return stage.turls.begin(stage.world.b, "d/a");
  }

  private static Turls.Put sent(Stage stage) {
    files(stage);
    return stage.turls.sent(stage.world.b, "d/a");
  }

  private static void run(Stage stage, Turls.Put put, Backend a) {
    stage.turls.transfer(a, put, put.first());
    stage.turls.done(a, put, false);
  }

  private static List<Script<Turls.Put>> scripts() {
    List<Script<Turls.Put>> all = new ArrayList<>();
    all.add(
        Script.of(
            "repeated",
            (stage, put, b) -> {
              put.mustBeStored();
              stage.turls.transfer(b, put, put.first());
              stage.turls.done(b, put, true);
            }));
    all.add(
        Script.late(
            "sent anew",
            (stage, put, b) -> {
              put.mustBeStored();
              stage.pass(SILENT);
              stage.turls.transfer(b, put, put.another("sent anew"));
              stage.turls.done(b, put, false);
            }));
    all.add(
        Script.of(
            "called done at once",
            (stage, put, b) -> {
              put.mustBeStored();
              stage.turls.done(b, put, true);
            }));
    all.add(Script.of("aborted", (stage, put, b) -> stage.turls.abort(b, put)));
    all.add(Script.unasked("forgotten", (stage, put, b) -> Puts.overdue(stage, b)));
    all.addAll(Puts.rivals());
    return all;
  }
}
