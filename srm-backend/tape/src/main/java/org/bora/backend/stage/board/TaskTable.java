package org.bora.backend.stage.board;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.stage.board.Task.State;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeJson;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.node.ObjectNode;

/** The table {@code tape_task}. */
final class TaskTable {
  private static final String SELECT =
      "SELECT t.task, t.batch, t.file_id, t.place, t.state, t.puller, t.name, t.path, t.size,"
          + " t.adler32, t.volume, t.position, t.object, t.report FROM tape_task t ";

  void insert(JdbcClient sql, List<Task> tasks) {
    for (List<Task> part : Rows.parts(tasks)) {
      List<Object> values = new ArrayList<>();
      for (Task task : part) {
        TapeFile file = task.file();
        Optional<TapeLocation> location = file.location();
        values.add(Rows.bytes(task.id()));
        values.add(Rows.bytes(task.batch()));
        values.add(Rows.bytes(file.id()));
        values.add(task.place());
        values.add(task.state().name());
        values.add(Rows.bytes(file.name(), 4096));
        values.add(Rows.bytes(file.path()));
        values.add(file.size());
        values.add(file.adler32());
        values.add(orNothing(location.map(TapeLocation::volume)));
        values.add(location.map(TapeLocation::position).orElse(-1L));
        values.add(orNothing(location.map(found -> Rows.bytes(found.object()))));
      }
      sql.sql(
              "INSERT INTO tape_task (task, batch, file_id, place, state, name, path, size,"
                  + " adler32, volume, position, object) VALUES "
                  + Rows.repeat("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", part.size()))
          .params(values)
          .update();
    }
  }

  /** Tasks of a batch on some files, locked until the transaction ends. */
  List<Task> lock(JdbcClient sql, UUID batch, List<UUID> files) {
    List<Task> found = new ArrayList<>();
    for (List<UUID> part : Rows.parts(files)) {
      found.addAll(
          find(
              sql,
              "WHERE t.batch = ? AND t.file_id IN ("
                  + Rows.repeat("?", part.size())
                  + ") ORDER BY t.file_id FOR UPDATE",
              with(Rows.bytes(batch), part)));
    }
    return found;
  }

  /** Gives a task to another batch, with the puller that has it. */
  void move(JdbcClient sql, UUID task, UUID batch, int place) {
    sql.sql("UPDATE tape_task SET batch = ?, place = ? WHERE task = ?")
        .params(List.of(Rows.bytes(batch), place, Rows.bytes(task)))
        .update();
  }

  /** Tasks of a batch with reports, the oldest report first. */
  List<Task> told(JdbcClient sql, UUID batch, int most) {
    List<Task> found = some(sql, batch, State.REPORTED, most);
    found.addAll(some(sql, batch, State.TAKEN, most));
    return found;
  }

  private static List<Task> some(JdbcClient sql, UUID batch, State state, int most) {
    return new ArrayList<>(
        find(
            sql,
            "WHERE t.batch = ? AND t.state = ? ORDER BY t.place LIMIT ?",
            List.of(Rows.bytes(batch), state.name(), most)));
  }

  /** Frees the tasks of a batch whose pullers were not heard of for too long. */
  void free(JdbcClient sql, UUID batch, Instant now) {
    sql.sql(
            "UPDATE tape_task SET state = 'WAITING' WHERE batch = ? AND state = 'TAKEN' AND"
                + " until_ms <= ?")
        .params(List.of(Rows.bytes(batch), millis(now)))
        .update();
  }

  /** Locks tasks of a batch that no puller has, except those that a puller is just taking. */
  List<Task> lockWaiting(JdbcClient sql, UUID batch, int most) {
    return find(
        sql,
        "WHERE t.batch = ? AND t.state = 'WAITING' ORDER BY t.place LIMIT ? FOR UPDATE SKIP LOCKED",
        List.of(Rows.bytes(batch), most));
  }

  /** What a puller has, of all batches. */
  List<Task> lockOf(JdbcClient sql, String puller) {
    return find(
        sql,
        "WHERE t.puller = ? AND t.state = 'TAKEN' ORDER BY t.batch, t.place FOR UPDATE",
        List.of(Rows.bytes(puller)));
  }

  void take(JdbcClient sql, Collection<UUID> tasks, String puller, Instant until) {
    for (List<UUID> part : Rows.parts(List.copyOf(tasks))) {
      List<Object> values = new ArrayList<>(List.of(Rows.bytes(puller), millis(until)));
      part.forEach(task -> values.add(Rows.bytes(task)));
      sql.sql(
              "UPDATE tape_task SET state = 'TAKEN', puller = ?, until_ms = ? WHERE task IN ("
                  + Rows.repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /** Tasks by their identifiers, in the order of those, locked until the transaction ends. */
  List<Task> lock(JdbcClient sql, List<UUID> tasks) {
    List<Object> values = new ArrayList<>();
    tasks.forEach(task -> values.add(Rows.bytes(task)));
    return find(
        sql,
        "WHERE t.task IN (" + Rows.repeat("?", tasks.size()) + ") ORDER BY t.task FOR UPDATE",
        values);
  }

  /** Stores a report as one on the task's file. */
  void report(JdbcClient sql, Task task, State state, TapeFileReport report, Instant until) {
    ObjectNode text = TapeJson.write(report).put("id", task.file().id().toString());
    sql.sql("UPDATE tape_task SET state = ?, report = ?, until_ms = ? WHERE task = ?")
        .params(
            List.of(
                state.name(),
                Rows.bytes(TapeJson.write(text)),
                millis(until),
                Rows.bytes(task.id())))
        .update();
  }

  void delete(JdbcClient sql, UUID batch, Collection<UUID> files) {
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      sql.sql(
              "DELETE FROM tape_task WHERE batch = ? AND file_id IN ("
                  + Rows.repeat("?", part.size())
                  + ")")
          .params(with(Rows.bytes(batch), part))
          .update();
    }
  }

  void delete(JdbcClient sql, UUID batch) {
    sql.sql("DELETE FROM tape_task WHERE batch = ?").param(Rows.bytes(batch)).update();
  }

  /** How many tasks of some libraries there are. */
  List<TaskCount> count(JdbcClient sql, Set<String> libraries) {
    return sql.sql(
            "SELECT b.library_name, b.operation, t.state, COUNT(*) AS tasks FROM tape_task_batch b"
                + " JOIN tape_task t ON t.batch = b.batch WHERE b.library_name IN ("
                + Rows.repeat("?", libraries.size())
                + ") GROUP BY b.library_name, b.operation,"
                + " t.state ORDER BY b.library_name, b.operation, t.state")
        .params(List.copyOf(libraries))
        .query(
            (row, number) ->
                new TaskCount(
                    row.getString("library_name"),
                    row.getString("operation"),
                    row.getString("state"),
                    row.getLong("tasks")))
        .list();
  }

  /**
   * Tasks that no puller has fetched.
   *
   * @param tasks number of tasks
   * @param since when the oldest was posted
   */
  record Idle(long tasks, Instant since) {}

  /** What waits since before a moment for a library; empty while some puller has a task of it. */
  Optional<Idle> idle(JdbcClient sql, String library, Instant now, Instant before) {
    boolean busy =
        sql.sql(
                "SELECT 1 FROM tape_task_batch b JOIN tape_task t ON t.batch = b.batch WHERE"
                    + " b.library_name = ? AND t.state = 'TAKEN' AND t.until_ms > ? LIMIT 1")
            .params(List.of(library, millis(now)))
            .query((row, number) -> row.getInt(1))
            .optional()
            .isPresent();
    Idle idle =
        sql.sql(
                "SELECT COUNT(*) AS tasks, MIN(b.posted_ms) AS since FROM tape_task_batch b JOIN"
                    + " tape_task t ON t.batch = b.batch WHERE b.library_name = ? AND b.lease_ms"
                    + " > ? AND b.posted_ms < ? AND t.state IN ('WAITING', 'TAKEN')")
            .params(List.of(library, millis(now), millis(before)))
            .query(
                (row, number) ->
                    new Idle(row.getLong("tasks"), Instant.ofEpochMilli(row.getLong("since"))))
            .single();
    return busy || idle.tasks() == 0 ? Optional.empty() : Optional.of(idle);
  }

  private static List<Object> with(Object first, List<UUID> ids) {
    List<Object> values = new ArrayList<>(List.of(first));
    ids.forEach(id -> values.add(Rows.bytes(id)));
    return values;
  }

  private static List<Task> find(JdbcClient sql, String rest, List<Object> values) {
    return sql.sql(SELECT + rest).params(values).query((row, number) -> read(row)).list();
  }

  private static Task read(ResultSet row) throws SQLException {
    byte[] object = row.getBytes("object");
    Optional<TapeLocation> location =
        object == null
            ? Optional.empty()
            : Optional.of(
                new TapeLocation(
                    row.getString("volume"), row.getLong("position"), Rows.text(object)));
    TapeFile file =
        new TapeFile(
            Rows.uuid(row.getBytes("file_id")),
            Rows.text(row.getBytes("name")),
            Rows.text(row.getBytes("path")),
            row.getLong("size"),
            row.getString("adler32"),
            location);
    return new Task(
        Rows.uuid(row.getBytes("task")),
        Rows.uuid(row.getBytes("batch")),
        row.getInt("place"),
        State.valueOf(row.getString("state")),
        Optional.ofNullable(row.getBytes("puller")).map(Rows::text),
        file,
        Optional.ofNullable(row.getBytes("report"))
            .map(text -> TapeJson.report(TapeJson.readObject(Rows.text(text)))));
  }
}
