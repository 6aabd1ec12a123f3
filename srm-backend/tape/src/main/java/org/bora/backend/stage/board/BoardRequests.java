package org.bora.backend.stage.board;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.bora.backend.stage.board.PulledTasks.Answer;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeJson;
import org.bora.storage.tape.wire.TapeOperation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts requests and answers of pullers from and to JSON. Refuses by {@link
 * IllegalArgumentException}, with a sentence for the operator of the puller. Thread safe.
 */
final class BoardRequests {
  static final int MOST_TASKS = 1_000;

  private final PulledTasks tasks;
  private final Set<String> libraries;

  BoardRequests(PulledTasks tasks, Set<String> libraries) {
    this.tasks = Objects.requireNonNull(tasks, "tasks");
    this.libraries = new TreeSet<>(libraries);
  }

  ObjectNode take(JsonNode question) {
    String library = TapeJson.text(question, "library");
    if (!libraries.contains(library)) {
      throw new IllegalArgumentException(
          "library '"
              + TapeJson.printable(library)
              + "' is not fetched from here; there are: "
              + String.join(", ", libraries));
    }
    TapeOperation operation = TapeOperation.ofWord(TapeJson.text(question, "kind"));
    long most = TapeJson.number(question, "most", 1);
    if (most < 1 || most > MOST_TASKS) {
      throw new IllegalArgumentException("most is " + most + ", allowed is 1 to " + MOST_TASKS);
    }
    List<Task> taken = tasks.take(library, operation, (int) most, puller(question));
    ObjectNode answer = TapeJson.object();
    answer.put("lease_seconds", tasks.lease().toSeconds());
    ArrayNode list = answer.putArray("tasks");
    for (Task task : taken) {
      ObjectNode node = list.addObject();
      node.put("task", task.id().toString()).put("kind", operation.word());
      TapeJson.describe(task.file(), node);
    }
    return answer;
  }

  private static String puller(JsonNode question) {
    String puller = TapeJson.text(question, "puller");
    if (!puller.matches("[!-~]{1,100}")) {
      throw new IllegalArgumentException(
          "puller must have 1 to 100 printable ASCII characters without blanks");
    }
    return puller;
  }

  ObjectNode report(JsonNode question) {
    String puller = puller(question);
    JsonNode list = question.path("reports");
    if (!list.isArray() || list.isEmpty() || list.size() > MOST_TASKS) {
      throw new IllegalArgumentException("reports must be a list of 1 to " + MOST_TASKS);
    }
    Map<UUID, TapeFileReport> reports = new LinkedHashMap<>();
    for (JsonNode node : list) {
      UUID task = TapeJson.id(node, "task");
      // on their way here tasks stand for files
      TapeFileReport report =
          TapeJson.report(((ObjectNode) node.deepCopy()).put("id", task.toString()));
      if (reports.put(task, report) != null) {
        throw new IllegalArgumentException("reports has the task " + task + " twice");
      }
    }
    ObjectNode answer = TapeJson.object();
    ArrayNode answers = answer.putArray("answers");
    tasks
        .report(libraries, puller, reports)
        .forEach(
            (task, verdict) ->
                answers.addObject().put("task", task.toString()).put("answer", word(verdict)));
    return answer;
  }

  ObjectNode counts() {
    ObjectNode answer = TapeJson.object();
    ArrayNode counts = answer.putArray("counts");
    for (TaskCount count : tasks.counts(libraries)) {
      counts
          .addObject()
          .put("library", count.library())
          .put("kind", lower(count.operation()))
          .put("state", lower(count.state()))
          .put("tasks", count.tasks());
    }
    return answer;
  }

  private static String word(Answer answer) {
    return lower(answer.name()).replace('_', '-');
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
