package org.bora.backend.stage.recall;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.stage.plan.VolumeDemand;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_recall} as a queue of volumes and callers. */
final class RecallLineTable {

  /** What is wanted of each volume by each caller, of what may be tried now; on an index alone. */
  List<VolumeDemand> demands(JdbcClient sql, String library, Instant now) {
    return sql.sql(
            "SELECT t.volume, t.caller, COUNT(*) AS files, SUM(t.size) AS bytes,"
                + " MAX(t.position) AS furthest, MAX(t.priority) AS priority,"
                + " MIN(t.wanted_ms) AS oldest, MIN(t.deadline_ms) AS deadline"
                + " FROM tape_recall t WHERE t.library_name = ? AND t.state = 'WAITING'"
                + " AND t.due_ms <= ? GROUP BY t.volume, t.caller")
        .params(List.of(library, millis(now)))
        .query(
            (row, number) ->
                new VolumeDemand(
                    row.getString("volume"),
                    row.getString("caller"),
                    row.getLong("files"),
                    row.getLong("bytes"),
                    row.getLong("furthest"),
                    row.getInt("priority"),
                    Instant.ofEpochMilli(row.getLong("oldest")),
                    Optional.of(Instant.ofEpochMilli(row.getLong("deadline")))))
        .list();
  }

  /** The same for all waiting and running recalls, by volume; for an estimate. */
  List<RecallForecast.Load> loads(JdbcClient sql, String library) {
    return sql.sql(
            "SELECT t.volume, t.state, COUNT(*) AS files, SUM(t.size) AS bytes,"
                + " MAX(t.position) AS furthest, MIN(t.wanted_ms) AS oldest"
                + " FROM tape_recall t WHERE t.library_name = ? AND t.state IN ('WAITING',"
                + " 'RUNNING') GROUP BY t.volume, t.state")
        .params(List.of(library))
        .query(
            (row, number) ->
                new RecallForecast.Load(
                    row.getString("volume"),
                    row.getString("state").equals("RUNNING"),
                    row.getLong("files"),
                    row.getLong("bytes"),
                    row.getLong("furthest"),
                    Instant.ofEpochMilli(row.getLong("oldest"))))
        .list();
  }

  /** The position of a file in the queue. */
  record Stand(String library, String volume, long position, Instant due) {}

  Map<UUID, Stand> stands(JdbcClient sql, Collection<UUID> files) {
    Map<UUID, Stand> found = new HashMap<>();
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      sql.sql(
              "SELECT t.file_id, t.library_name, t.volume, t.position, t.due_ms"
                  + " FROM tape_recall t WHERE t.file_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .query(
              row -> {
                found.put(
                    Rows.uuid(row.getBytes(1)),
                    new Stand(
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        Instant.ofEpochMilli(row.getLong(5))));
              });
    }
    return found;
  }

  /** Whether anything may be tried now. */
  boolean isAnyDue(JdbcClient sql, String library, Instant now) {
    return sql.sql(
            "SELECT 1 FROM tape_recall t WHERE t.library_name = ? AND t.state = 'WAITING'"
                + " AND t.due_ms <= ? LIMIT 1")
        .params(List.of(library, millis(now)))
        .query((row, number) -> row.getInt(1))
        .optional()
        .isPresent();
  }

  /**
   * Locks the next files of a volume, except those locked by another backend.
   *
   * @param from the lowest position
   * @param only files of this caller
   */
  List<RecallRow> next(
      JdbcClient sql,
      String library,
      String volume,
      long from,
      Optional<String> only,
      Instant now,
      int most) {
    List<Object> values = new ArrayList<>(List.of(library, volume, from, millis(now)));
    only.ifPresent(values::add);
    values.add(most);
    return sql.sql(
            RecallTable.SELECT
                + "WHERE t.library_name = ? AND t.state = 'WAITING' AND t.volume = ?"
                + " AND t.position >= ? AND t.due_ms <= ?"
                + (only.isPresent() ? " AND t.caller = ?" : "")
                + " ORDER BY t.position, t.wanted_ms LIMIT ? FOR UPDATE SKIP LOCKED")
        .params(values)
        .query((row, number) -> RecallTable.read(row))
        .list();
  }

  /** Files whose place on tape is not known; not locked. */
  List<RecallRow> unlocated(JdbcClient sql, String library, Instant now, int most) {
    return sql.sql(
            RecallTable.SELECT
                + "WHERE t.library_name = ? AND t.state = 'UNLOCATED' AND t.due_ms <= ? LIMIT ?")
        .params(List.of(library, millis(now), most))
        .query((row, number) -> RecallTable.read(row))
        .list();
  }

  /** The batches that have files of a library. */
  List<UUID> batches(JdbcClient sql, String library) {
    return sql.sql(
            "SELECT DISTINCT t.batch FROM tape_recall t WHERE t.library_name = ?"
                + " AND t.state = 'RUNNING'")
        .params(List.of(library))
        .query((row, number) -> Rows.uuid(row.getBytes(1)))
        .list();
  }

  /**
   * Postpones all recalls of a volume until then; waiting callers are told so.
   *
   * @param near recalls that are already postponed until then stay as they are, because a whole
   *     batch may report the same
   */
  void putOff(JdbcClient sql, String library, String volume, Instant due, Instant near) {
    sql.sql(
            "UPDATE tape_recall t LEFT JOIN pin p ON p.file_id = t.file_id AND p.state = 'WAITING'"
                + " SET t.due_ms = GREATEST(t.due_ms, ?), p.waits_for = 'VOLUME'"
                + " WHERE t.library_name = ? AND t.state = 'WAITING' AND t.volume = ?"
                + " AND t.due_ms < ?")
        .params(List.of(millis(due), library, volume, millis(near)))
        .update();
  }

  /** When callers last had their turns. */
  Map<String, Instant> turns(JdbcClient sql, String library) {
    Map<String, Instant> turns = new HashMap<>();
    sql.sql("SELECT u.caller, u.began_ms FROM tape_turn u WHERE u.library_name = ?")
        .params(List.of(library))
        .query(
            row -> {
              turns.put(row.getString("caller"), Instant.ofEpochMilli(row.getLong("began_ms")));
            });
    return turns;
  }

  void noteTurn(JdbcClient sql, String library, String caller, Instant now) {
    sql.sql("REPLACE INTO tape_turn (library_name, caller, began_ms) VALUES (?, ?, ?)")
        .params(List.of(library, caller, millis(now)))
        .update();
  }

  void forgetTurns(JdbcClient sql, Instant now, Duration age) {
    sql.sql("DELETE FROM tape_turn WHERE began_ms < ? ORDER BY began_ms LIMIT ?")
        .params(List.of(millis(now.minus(age)), Rows.MOST))
        .update();
  }
}
