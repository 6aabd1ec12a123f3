package org.bora.backend.stage.recall;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.TapeLocation;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table {@code tape_recall}: changes of single files. Other parts of a backend use its rows
 * through {@link org.bora.backend.engines.OpenRecallTable}.
 */
public final class RecallTable {
  static final String SELECT =
      "SELECT t.file_id, t.library_name, t.volume, t.position, t.object, t.area, t.path, t.size,"
          + " t.adler32, t.caller, t.priority, t.wanted_ms, t.deadline_ms, t.tries, t.damaged"
          + " FROM tape_recall t ";

  private static final int FAILURE_BYTES = 1000;

  /** Inserts recalls; for an existing one only the waiting callers change. */
  void ask(JdbcClient sql, Collection<RecallRow> rows, Instant now) {
    for (List<RecallRow> part : Rows.parts(List.copyOf(rows))) {
      List<Object> values = new ArrayList<>();
      part.forEach(row -> write(row, now, values));
      sql.sql(
              "INSERT INTO tape_recall (file_id, library_name, state, volume, position, object,"
                  + " area, path, size, adler32, caller, priority, wanted_ms, deadline_ms, due_ms)"
                  + " VALUES "
                  + repeat("(" + repeat("?", 15) + ")", part.size())
                  + " ON DUPLICATE KEY UPDATE"
                  + " deadline_ms = LEAST(deadline_ms, VALUES(deadline_ms)),"
                  + " priority = GREATEST(priority, VALUES(priority)),"
                  + " due_ms = CASE WHEN tries = 0 THEN LEAST(due_ms, VALUES(due_ms))"
                  + " ELSE due_ms END")
          .params(values)
          .update();
    }
  }

  /** Those of these files that are in the hands of a batch. */
  Set<UUID> running(JdbcClient sql, Collection<UUID> files) {
    Set<UUID> running = new HashSet<>();
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      running.addAll(
          sql.sql(
                  "SELECT t.file_id FROM tape_recall t WHERE t.file_id IN ("
                      + repeat("?", part.size())
                      + ") AND t.state = 'RUNNING'")
              .params(part.stream().map(Rows::bytes).toList())
              .query((row, number) -> Rows.uuid(row.getBytes(1)))
              .list());
    }
    return running;
  }

  private static void write(RecallRow row, Instant now, List<Object> values) {
    values.add(Rows.bytes(row.file()));
    values.add(row.library());
    values.add(row.isLocated() ? "WAITING" : "UNLOCATED");
    values.add(row.volume());
    values.add(row.position());
    values.add(Rows.bytes(row.location().map(TapeLocation::object).orElse("")));
    values.add(row.area());
    values.add(Rows.bytes(row.path().toString()));
    values.add(row.size());
    values.add(row.adler32());
    values.add(row.caller());
    values.add(row.priority());
    values.add(millis(row.wanted()));
    values.add(millis(row.deadline()));
    values.add(millis(now));
  }

  static RecallRow read(ResultSet row) throws SQLException {
    String object = Rows.text(row.getBytes("object"));
    String volume = row.getString("volume");
    long position = row.getLong("position");
    return new RecallRow(
        Rows.uuid(row.getBytes("file_id")),
        row.getString("library_name"),
        object.isEmpty()
            ? Optional.empty()
            : Optional.of(new TapeLocation(volume, position, object)),
        row.getString("area"),
        AreaPath.parse(Rows.text(row.getBytes("path"))),
        row.getLong("size"),
        row.getString("adler32"),
        row.getString("caller"),
        row.getInt("priority"),
        Instant.ofEpochMilli(row.getLong("wanted_ms")),
        Instant.ofEpochMilli(row.getLong("deadline_ms")),
        row.getInt("tries"),
        row.getInt("damaged"));
  }

  /** A file of a batch, locked; empty where another batch has it by now, or none. */
  Optional<RecallRow> lock(JdbcClient sql, UUID file, UUID batch) {
    return sql.sql(SELECT + "WHERE t.file_id = ? AND t.batch = ? FOR UPDATE")
        .params(List.of(Rows.bytes(file), Rows.bytes(batch)))
        .query((row, number) -> read(row))
        .optional();
  }

  /** Files of a batch as they are now; not locked. */
  List<RecallRow> ofBatch(JdbcClient sql, UUID batch) {
    return sql.sql(SELECT + "WHERE t.batch = ?")
        .params(List.of(Rows.bytes(batch)))
        .query((row, number) -> read(row))
        .list();
  }

  /** Files, locked before, are in the hands of a batch. */
  void run(JdbcClient sql, List<UUID> files, UUID batch) {
    for (List<UUID> part : Rows.parts(files)) {
      List<Object> values = new ArrayList<>(List.of(Rows.bytes(batch)));
      part.forEach(file -> values.add(Rows.bytes(file)));
      sql.sql(
              "UPDATE tape_recall SET state = 'RUNNING', batch = ? WHERE file_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /**
   * The next attempt for a file that was not recalled.
   *
   * @param due earliest time of the next attempt
   * @param tries number of failed attempts
   * @param damaged how many of them returned other bytes
   * @param text reason, for the administrator
   */
  record Again(Instant due, int tries, int damaged, String text) {}

  /** A file, locked before, waits again. */
  void back(JdbcClient sql, UUID file, Again again) {
    sql.sql(
            "UPDATE tape_recall SET state = CASE WHEN object = '' THEN 'UNLOCATED' ELSE 'WAITING'"
                + " END, batch = NULL, due_ms = ?, tries = ?, damaged = ?, failure = ?"
                + " WHERE file_id = ?")
        .params(
            List.of(
                millis(again.due()),
                again.tries(),
                again.damaged(),
                Rows.bytes(again.text(), FAILURE_BYTES),
                Rows.bytes(file)))
        .update();
  }

  /** The same of files that have not been tried; what a batch has by now is passed over. */
  void park(JdbcClient sql, List<UUID> files, Instant due, String text) {
    for (List<UUID> part : Rows.parts(files)) {
      List<Object> values = new ArrayList<>(List.of(millis(due), Rows.bytes(text, FAILURE_BYTES)));
      part.forEach(file -> values.add(Rows.bytes(file)));
      sql.sql(
              "UPDATE tape_recall SET due_ms = ?, failure = ? WHERE batch IS NULL AND file_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /** A location was looked up. */
  void locate(JdbcClient sql, RecallRow row) {
    sql.sql(
            "UPDATE tape_recall SET state = 'WAITING', volume = ?, position = ?, object = ?,"
                + " size = ?, adler32 = ? WHERE file_id = ? AND state = 'UNLOCATED'")
        .params(
            List.of(
                row.volume(),
                row.position(),
                Rows.bytes(row.location().map(TapeLocation::object).orElse("")),
                row.size(),
                row.adler32(),
                Rows.bytes(row.file())))
        .update();
  }

  void delete(JdbcClient sql, List<UUID> files) {
    for (List<UUID> part : Rows.parts(files)) {
      sql.sql("DELETE FROM tape_recall WHERE file_id IN (" + repeat("?", part.size()) + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .update();
    }
  }
}
