package org.bora.backend.stage.board;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.storage.tape.wire.TapeOperation;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_task_batch}. */
final class BatchTable {

  /** False if it exists. */
  boolean insert(
      JdbcClient sql,
      UUID batch,
      String library,
      TapeOperation operation,
      Instant now,
      Instant lease) {
    return sql.sql(
                "INSERT IGNORE INTO tape_task_batch (batch, library_name, operation, posted_ms,"
                    + " lease_ms) VALUES (?, ?, ?, ?, ?)")
            .params(
                List.of(Rows.bytes(batch), library, operation.name(), millis(now), millis(lease)))
            .update()
        == 1;
  }

  void renew(JdbcClient sql, UUID batch, Instant lease) {
    sql.sql("UPDATE tape_task_batch SET lease_ms = ? WHERE batch = ?")
        .params(List.of(millis(lease), Rows.bytes(batch)))
        .update();
  }

  /** Batches that a backend waits for, the oldest first. */
  List<UUID> live(JdbcClient sql, String library, TapeOperation operation, Instant now) {
    return batches(sql, library, operation, now, ">", "ORDER BY posted_ms, batch");
  }

  /** Batches that no backend waits for, locked until the transaction ends. */
  List<UUID> lockDead(JdbcClient sql, String library, TapeOperation operation, Instant now) {
    return batches(sql, library, operation, now, "<=", "ORDER BY batch FOR UPDATE");
  }

  private static List<UUID> batches(
      JdbcClient sql,
      String library,
      TapeOperation operation,
      Instant now,
      String comparison,
      String rest) {
    return sql.sql(
            "SELECT batch FROM tape_task_batch WHERE library_name = ? AND operation = ? AND"
                + " lease_ms "
                + comparison
                + " ? "
                + rest)
        .params(List.of(library, operation.name(), millis(now)))
        .query((row, number) -> Rows.uuid(row.getBytes("batch")))
        .list();
  }

  /** Which of some batches are for one of these libraries. */
  Set<UUID> ofLibraries(JdbcClient sql, Set<String> libraries, List<UUID> batches) {
    Set<UUID> found = new HashSet<>();
    for (List<UUID> part : Rows.parts(batches)) {
      List<Object> values = new ArrayList<>();
      part.forEach(batch -> values.add(Rows.bytes(batch)));
      values.addAll(libraries);
      found.addAll(
          sql.sql(
                  "SELECT batch FROM tape_task_batch WHERE batch IN ("
                      + Rows.repeat("?", part.size())
                      + ") AND library_name IN ("
                      + Rows.repeat("?", libraries.size())
                      + ")")
              .params(values)
              .query((row, number) -> Rows.uuid(row.getBytes("batch")))
              .list());
    }
    return found;
  }

  /** Some batches for which no backend has waited since a time. */
  List<UUID> forgotten(JdbcClient sql, Instant before, int most) {
    return sql.sql("SELECT batch FROM tape_task_batch WHERE lease_ms < ? LIMIT ? FOR UPDATE")
        .params(List.of(millis(before), most))
        .query((row, number) -> Rows.uuid(row.getBytes("batch")))
        .list();
  }

  void delete(JdbcClient sql, UUID batch) {
    sql.sql("DELETE FROM tape_task_batch WHERE batch = ?").param(Rows.bytes(batch)).update();
  }
}
