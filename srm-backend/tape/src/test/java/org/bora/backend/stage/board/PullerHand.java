package org.bora.backend.stage.board;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.bora.storage.tape.wire.TapeJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A puller whose every step is a test's. */
record PullerHand(BoardBench bench, String name) {

  /** A task in hand: its identifier, and that of its file. */
  record Held(String task, String file, String adler32) {}

  List<Held> take(String kind, int most) throws Exception {
    ObjectNode question = TapeJson.object();
    question.put("library", bench.library()).put("kind", kind);
    question.put("most", most).put("puller", name);
    List<Held> taken = new ArrayList<>();
    for (JsonNode task : post("/v1/tasks/take", question).path("tasks")) {
      taken.add(
          new Held(
              TapeJson.text(task, "task"),
              TapeJson.text(task, "id"),
              TapeJson.text(task, "adler32")));
    }
    return taken;
  }

  /** A copy that was verified; the answer's word. */
  String done(Held held, String object) throws Exception {
    return report(
        held,
        TapeJson.object()
            .put("report", "done")
            .put("object", object)
            .put("adler32", held.adler32()));
  }

  String failed(Held held, String kind, String text) throws Exception {
    return report(
        held, TapeJson.object().put("report", "failed").put("kind", kind).put("text", text));
  }

  String report(Held held, ObjectNode report) throws Exception {
    ObjectNode question = TapeJson.object().put("puller", name);
    question.putArray("reports").add(report.put("task", held.task()));
    return TapeJson.text(post("/v1/tasks/report", question).path("answers").path(0), "answer");
  }

  private JsonNode post(String path, ObjectNode question) throws Exception {
    HttpResponse<String> answer = bench.post(path, TapeJson.write(question));
    assertEquals(200, answer.statusCode(), answer.body());
    return TapeJson.readObject(answer.body());
  }
}
