package org.bora.backend.stage.scrub;

import static org.bora.backend.database.Rows.millis;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_scrub}: one row for each area. */
final class ScrubTable {
  private static final UUID START = new UUID(0, 0);

  /** The position of a walk, and its owner and lease. */
  record Walk(Instant lease, UUID after, Instant begun, Optional<Instant> ended) {}

  /** The result for some files. */
  record Findings(long files, long bytes, long damaged, long unreadable, long skipped) {}

  void insert(JdbcClient sql, String area) {
    sql.sql(
            "INSERT IGNORE INTO tape_scrub (area, lease_ms, after_id, begun_ms, ended_ms, files,"
                + " bytes, damaged, unreadable, skipped) VALUES (?, 0, ?, 0, 0, 0, 0, 0, 0, 0)")
        .params(List.of(area, Rows.bytes(START)))
        .update();
  }

  /** Locked until the transaction ends. */
  Optional<Walk> lock(JdbcClient sql, String area) {
    return sql.sql(
            "SELECT s.lease_ms, s.after_id, s.begun_ms, s.ended_ms FROM tape_scrub s"
                + " WHERE s.area = ? FOR UPDATE")
        .params(List.of(area))
        .query(
            (row, number) ->
                new Walk(
                    Instant.ofEpochMilli(row.getLong("lease_ms")),
                    Rows.uuid(row.getBytes("after_id")),
                    Instant.ofEpochMilli(row.getLong("begun_ms")),
                    ended(row)))
        .optional();
  }

  private static Optional<Instant> ended(ResultSet row) throws SQLException {
    long ended = row.getLong("ended_ms");
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ended));
  }

  /** A walk begins, whose row is locked. */
  void begin(JdbcClient sql, String area, Instant now) {
    sql.sql(
            "UPDATE tape_scrub SET after_id = ?, begun_ms = ?, ended_ms = NULL, files = 0,"
                + " bytes = 0, damaged = 0, unreadable = 0, skipped = 0 WHERE area = ?")
        .params(List.of(Rows.bytes(START), millis(now), area))
        .update();
  }

  /** This backend walks on; its row is locked. */
  void take(JdbcClient sql, String area, UUID round, Instant lease) {
    sql.sql("UPDATE tape_scrub SET round = ?, lease_ms = ? WHERE area = ?")
        .params(List.of(Rows.bytes(round), millis(lease), area))
        .update();
  }

  /** Whether this backend still owns the walk, which it then extends. */
  boolean renew(JdbcClient sql, String area, UUID round, Instant lease) {
    return sql.sql("UPDATE tape_scrub SET lease_ms = ? WHERE area = ? AND round = ?")
            .params(List.of(millis(lease), area, Rows.bytes(round)))
            .update()
        == 1;
  }

  /** What was read up to a file; nothing where another backend has the walk by now. */
  void progress(JdbcClient sql, String area, UUID round, UUID after, Findings found) {
    sql.sql(
            "UPDATE tape_scrub SET after_id = ?, files = files + ?, bytes = bytes + ?,"
                + " damaged = damaged + ?, unreadable = unreadable + ?, skipped = skipped + ?"
                + " WHERE area = ? AND round = ? AND after_id < ?")
        .params(
            List.of(
                Rows.bytes(after),
                found.files(),
                found.bytes(),
                found.damaged(),
                found.unreadable(),
                found.skipped(),
                area,
                Rows.bytes(round),
                Rows.bytes(after)))
        .update();
  }

  /** This backend is no longer at it. */
  void leave(JdbcClient sql, String area, UUID round) {
    sql.sql("UPDATE tape_scrub SET lease_ms = 0, round = NULL WHERE area = ? AND round = ?")
        .params(List.of(area, Rows.bytes(round)))
        .update();
  }

  /** The walk is through. */
  void end(JdbcClient sql, String area, UUID round, Instant now) {
    sql.sql(
            "UPDATE tape_scrub SET ended_ms = ?, lease_ms = 0, round = NULL"
                + " WHERE area = ? AND round = ?")
        .params(List.of(millis(now), area, Rows.bytes(round)))
        .update();
  }

  /** All areas that were ever begun. */
  List<ScrubReport> reports(JdbcClient sql) {
    return sql.sql(
            "SELECT s.area, s.begun_ms, s.ended_ms, s.files, s.bytes, s.damaged, s.unreadable,"
                + " s.skipped FROM tape_scrub s WHERE s.begun_ms > 0 ORDER BY s.area")
        .query(
            (row, number) ->
                new ScrubReport(
                    row.getString("area"),
                    Instant.ofEpochMilli(row.getLong("begun_ms")),
                    ended(row),
                    row.getLong("files"),
                    row.getLong("bytes"),
                    row.getLong("damaged"),
                    row.getLong("unreadable"),
                    row.getLong("skipped")))
        .list();
  }
}
