package org.bora.backend.stage.board;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.stage.board.Task.State;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeOperation;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The side of the board for pullers: they take tasks here, and report on them. Thread safe. */
public final class PulledTasks {
  private final Transactions transactions;
  private final TokenSource tokens;
  private final Duration lease;
  private final BatchTable batches = new BatchTable();
  private final TaskTable tasks = new TaskTable();

  /** The answer to a report. */
  public enum Answer {
    /** It counts, or has counted before. */
    ACCEPTED,
    /** No caller wants the file any more, or the batch has ended. */
    GONE,
    /** Another puller has the task now: this one was not heard of for too long. */
    NOT_YOURS
  }

  /**
   * @param lease how long a silent puller keeps a task
   */
  public PulledTasks(Transactions transactions, TokenSource tokens, Duration lease) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.lease = Objects.requireNonNull(lease, "lease");
  }

  /** How long a silent puller keeps a task. */
  public Duration lease() {
    return lease;
  }

  /**
   * Hands out tasks: first those that the puller already has, then others up to the requested
   * number, batch by batch, so that the files of a volume stay together. The puller owns them until
   * the lease ends; reports and repeated requests extend the lease.
   */
  List<Task> take(String library, TapeOperation operation, int most, String puller) {
    Instant now = tokens.now();
    return transactions.run(
        sql -> {
          List<UUID> live = batches.live(sql, library, operation, now);
          List<Task> taken = held(sql, live, puller);
          for (UUID batch : live) {
            if (taken.size() < most) {
              tasks.free(sql, batch, now);
              taken.addAll(tasks.lockWaiting(sql, batch, most - taken.size()));
            }
          }
          tasks.take(sql, ids(taken), puller, now.plus(lease));
          return taken;
        });
  }

  private List<Task> held(JdbcClient sql, List<UUID> live, String puller) {
    Set<UUID> batchesOfKind = new HashSet<>(live);
    return new ArrayList<>(
        tasks.lockOf(sql, puller).stream()
            .filter(task -> batchesOfKind.contains(task.batch()))
            .toList());
  }

  private static Set<UUID> ids(List<Task> tasks) {
    return tasks.stream().map(Task::id).collect(Collectors.toSet());
  }

  /**
   * Takes reports, by the identifiers of tasks; those inside the reports count for nothing.
   *
   * @param libraries of whose tasks the puller may speak; others do not exist for it
   */
  Map<UUID, Answer> report(
      Set<String> libraries, String puller, Map<UUID, TapeFileReport> reports) {
    Instant until = tokens.now().plus(lease);
    return transactions.run(
        sql -> {
          Map<UUID, Task> known = known(sql, libraries, reports.keySet());
          Map<UUID, Answer> answers = new LinkedHashMap<>();
          reports.forEach(
              (id, report) ->
                  answers.put(
                      id,
                      known.containsKey(id)
                          ? report(sql, known.get(id), puller, report, until)
                          : Answer.GONE));
          return answers;
        });
  }

  private Map<UUID, Task> known(JdbcClient sql, Set<String> libraries, Set<UUID> ids) {
    List<Task> found = tasks.lock(sql, ids.stream().sorted().toList());
    Set<UUID> theirs =
        batches.ofLibraries(sql, libraries, found.stream().map(Task::batch).distinct().toList());
    return found.stream()
        .filter(task -> theirs.contains(task.batch()))
        .collect(Collectors.toMap(Task::id, Function.identity()));
  }

  private Answer report(
      JdbcClient sql, Task task, String puller, TapeFileReport report, Instant until) {
    if (!task.puller().filter(puller::equals).isPresent()) {
      return Answer.NOT_YOURS;
    }
    if (task.state() != State.REPORTED) {
      State next = report instanceof TapeFileReport.Progress ? State.TAKEN : State.REPORTED;
      tasks.report(sql, task, next, report, until);
    }
    return Answer.ACCEPTED;
  }

  /** How many tasks of some libraries there are. */
  List<TaskCount> counts(Set<String> libraries) {
    return transactions.read(sql -> tasks.count(sql, libraries));
  }
}
