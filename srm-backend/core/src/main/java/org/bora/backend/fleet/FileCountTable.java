package org.bora.backend.fleet;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Counts files of requests that are under way, in the tables of puts, pins and copies. */
final class FileCountTable {

  /** Files that are being written. */
  long puts(JdbcClient sql) {
    return sql.sql("SELECT COUNT(*) FROM put_file p WHERE p.state = 'SPACE_AVAILABLE'")
        .query(Long.class)
        .single();
  }

  /** Files that are kept on disk for their readers. */
  long pins(JdbcClient sql, Instant now) {
    return sql.sql("SELECT COUNT(*) FROM pin p WHERE p.state = 'PINNED' AND p.pin_until_ms > ?")
        .param(millis(now))
        .query(Long.class)
        .single();
  }

  /** Files that wait, by what for. */
  List<FileCount> waiting(JdbcClient sql) {
    return sql.sql(
            "SELECT p.waits_for AS reason, COUNT(*) AS files FROM pin p WHERE p.state = 'WAITING'"
                + " GROUP BY p.waits_for")
        .query(
            (row, number) ->
                new FileCount(
                    "pin", "waiting_" + label(row.getString("reason")), row.getLong("files")))
        .list();
  }

  /** Files that are to be copied, or are being copied. */
  List<FileCount> copies(JdbcClient sql) {
    return sql.sql(
            "SELECT f.state, COUNT(*) AS files FROM copy_file f"
                + " WHERE f.state IN ('QUEUED', 'RUNNING') GROUP BY f.state")
        .query(
            (row, number) ->
                new FileCount("copy", label(row.getString("state")), row.getLong("files")))
        .list();
  }

  private static String label(String name) {
    return name == null ? "unknown" : name.toLowerCase(Locale.ROOT);
  }
}
