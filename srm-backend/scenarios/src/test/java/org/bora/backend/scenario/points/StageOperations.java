package org.bora.backend.scenario.points;

import java.util.ArrayList;
import java.util.List;
import org.bora.backend.scenario.points.Stagings.Staging;

/** Each step of a request of the Tape REST API for {@code d/a} and {@code d/b}, both on tape. */
final class StageOperations {
  private StageOperations() {}

  static List<Operation<Staging>> all() {
    List<Script<Staging>> ends = ends();
    return List.of(
        operation(
            "stage",
            StageOperations::onTape,
            (stage, asked, a) -> stage.stagings.ask(a, asked),
            beginnings()),
        operation(
            "status of a stage request",
            StageOperations::waiting,
            (stage, asked, a) -> stage.stagings.status(a, asked),
            ends),
        operation(
            "cancel",
            StageOperations::waiting,
            (stage, asked, a) -> stage.stagings.cancel(a, asked, "d/a"),
            ends),
        operation(
            "cancel of what was staged",
            StageOperations::staged,
            (stage, asked, a) -> stage.stagings.cancel(a, asked, "d/a"),
            ends),
        operation(
            "forgetRequest",
            StageOperations::waiting,
            (stage, asked, a) -> stage.stagings.forget(a, asked, false),
            ends),
        operation(
            "forgetRequest of what was staged",
            StageOperations::staged,
            (stage, asked, a) -> stage.stagings.forget(a, asked, false),
            ends));
  }

  private static Operation<Staging> operation(
      String name,
      java.util.function.Function<Stage, Staging> prepare,
      Script.Act<Staging> run,
      List<Script<Staging>> scripts) {
    return new Operation<>(name, true, prepare, run, scripts);
  }

  private static Staging onTape(Stage stage) {
    stage.makeDirectory("d");
    stage.file("other");
    for (String name : List.of("d/a", "d/b")) {
      stage.file(name);
      Shelf.release(stage.world.b, stage.shelf.copy(name));
    }
    return stage.stagings.of("d/a", "d/b");
  }

  private static Staging waiting(Stage stage) {
    Staging asked = onTape(stage);
    stage.stagings.ask(stage.world.b, asked);
    return asked;
  }

  private static Staging staged(Stage stage) {
    Staging asked = waiting(stage);
    recall(stage.world.b);
    return asked;
  }

  private static void recall(Backend backend) {
    try {
      backend.recall();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static List<Script<Staging>> beginnings() {
    List<Script<Staging>> all = new ArrayList<>(Puts.rivals());
    all.add(Script.of("asked again", (stage, asked, b) -> stage.stagings.ask(b, asked)));
    all.add(
        Script.of(
            "asked again and recalled",
            (stage, asked, b) -> {
              stage.stagings.ask(b, asked);
              b.recall();
            }));
    all.add(
        Script.of(
            "asked for by another request, and recalled",
            (stage, asked, b) -> {
              stage.stagings.ask(b, stage.stagings.of("d/b", "d/a"));
              b.recall();
            }));
    return all;
  }

  private static List<Script<Staging>> ends() {
    List<Script<Staging>> all = new ArrayList<>(Puts.rivals());
    all.add(Script.of("recalled", (stage, asked, b) -> b.recall()));
    all.add(Script.of("cancelled", (stage, asked, b) -> stage.stagings.cancel(b, asked, "d/a")));
    all.add(Script.of("forgotten", (stage, asked, b) -> stage.stagings.forget(b, asked, true)));
    all.add(
        Script.of(
            "asked for by another request, and recalled",
            (stage, asked, b) -> {
              stage.stagings.ask(b, stage.stagings.of("d/b", "d/a"));
              b.recall();
            }));
    return all;
  }
}
