package org.bora.backend.scenario.points;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bora.backend.scenario.points.Multiparts.Multipart;

/** Each step of a multipart upload of {@code d/a}, as the S3 door takes it. */
final class MultipartOperations {
  private MultipartOperations() {}

  static List<Operation<Multipart>> all() {
    return List.of(
        operation(
            "create of a multipart upload",
            MultipartOperations::none,
            (stage, upload, a) -> stage.multiparts.create(a, upload),
            others()),
        operation(
            "a part of a multipart upload",
            MultipartOperations::begun,
            (stage, upload, a) -> stage.multiparts.part(a, upload, 2),
            parts()),
        operation(
            "completion of a multipart upload",
            MultipartOperations::filled,
            (stage, upload, a) -> stage.multiparts.complete(a, upload),
            completions()),
        operation(
            "completion over a file",
            stage -> {
              Multipart upload = filled(stage);
              stage.file("d/a");
              return upload;
            },
            (stage, upload, a) -> stage.multiparts.complete(a, upload),
            completions()),
        operation(
            "abort of a multipart upload",
            MultipartOperations::filled,
            (stage, upload, a) -> stage.multiparts.abort(a, upload),
            completions()));
  }

  private static Operation<Multipart> operation(
      String name,
      Function<Stage, Multipart> prepare,
      Script.Act<Multipart> run,
      List<Script<Multipart>> scripts) {
    return new Operation<>(name, false, true, prepare, run, scripts);
  }

  private static Multipart none(Stage stage) {
    stage.makeDirectory("d");
    stage.file("other");
    return stage.multiparts.of("d/a");
  }

  private static Multipart begun(Stage stage) {
    Multipart upload = none(stage);
    stage.multiparts.create(stage.world.b, upload);
    stage.multiparts.part(stage.world.b, upload, 1);
    return upload;
  }

  private static Multipart filled(Stage stage) {
    Multipart upload = begun(stage);
    stage.multiparts.part(stage.world.b, upload, 2);
    return upload;
  }

  /** What others do, who do not know of the upload. */
  private static List<Script<Multipart>> others() {
    List<Script<Multipart>> all = new ArrayList<>(Puts.rivals());
    all.add(
        Script.of(
            "another upload of the name", (stage, upload, b) -> stage.multiparts.whole(b, "d/a")));
    all.add(
        Script.of(
            "another upload beside it", (stage, upload, b) -> stage.multiparts.whole(b, "d/b")));
    all.add(Script.unasked("forgotten", (stage, upload, b) -> Puts.overdue(stage, b)));
    return all;
  }

  private static List<Script<Multipart>> parts() {
    List<Script<Multipart>> all = others();
    all.add(Script.of("sent again", (stage, upload, b) -> stage.multiparts.part(b, upload, 2)));
    all.add(
        Script.of(
            "sent again and completed",
            (stage, upload, b) -> {
              stage.multiparts.part(b, upload, 2);
              stage.multiparts.complete(b, upload);
            }));
    all.add(
        Script.late(
            "sent again late and completed",
            (stage, upload, b) -> {
              stage.pass(Puts.OVERDUE);
              stage.multiparts.part(b, upload, 2);
              stage.multiparts.complete(b, upload);
            }));
    all.add(Script.of("aborted", (stage, upload, b) -> stage.multiparts.abort(b, upload)));
    return all;
  }

  private static List<Script<Multipart>> completions() {
    List<Script<Multipart>> all = others();
    all.add(Script.of("completed", (stage, upload, b) -> stage.multiparts.complete(b, upload)));
    all.add(
        Script.late(
            "completed late",
            (stage, upload, b) -> {
              stage.pass(Puts.OVERDUE);
              stage.multiparts.complete(b, upload);
            }));
    all.add(
        Script.late(
            "swept, and completed",
            (stage, upload, b) -> {
              Puts.overdue(stage, b);
              stage.multiparts.complete(b, upload);
            }));
    all.add(
        Script.of("a part sent again", (stage, upload, b) -> stage.multiparts.part(b, upload, 1)));
    all.add(Script.of("aborted", (stage, upload, b) -> stage.multiparts.abort(b, upload)));
    all.add(
        Script.late(
            "aborted late",
            (stage, upload, b) -> {
              stage.pass(Puts.OVERDUE);
              stage.multiparts.abort(b, upload);
            }));
    return all;
  }
}
