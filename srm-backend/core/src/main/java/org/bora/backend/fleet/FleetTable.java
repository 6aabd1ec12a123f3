package org.bora.backend.fleet;

import static org.bora.backend.database.Rows.bytes;
import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code process_figures}. */
final class FleetTable {

  /** A process's snapshot replaces its earlier one. */
  void put(JdbcClient sql, String process, byte[] figures, Instant now) {
    sql.sql("REPLACE INTO process_figures (process, seen_ms, figures) VALUES (?, ?, ?)")
        .params(List.of(bytes(process), millis(now), figures))
        .update();
  }

  /** Forgets processes that have not reported since then; some at a time. */
  void forget(JdbcClient sql, Instant since) {
    sql.sql("DELETE FROM process_figures WHERE seen_ms < ? LIMIT 100")
        .param(millis(since))
        .update();
  }

  /**
   * Those that were heard of since then, the last ones first.
   *
   * @param reader of what one told, and when a backend heard it
   */
  <T> List<T> heardSince(
      JdbcClient sql, Instant since, int most, BiFunction<byte[], Instant, T> reader) {
    return sql.sql(
            "SELECT p.figures, p.seen_ms FROM process_figures p WHERE p.seen_ms >= ?"
                + " ORDER BY p.seen_ms DESC LIMIT ?")
        .params(List.of(millis(since), most))
        .query(
            (row, number) ->
                reader.apply(row.getBytes("figures"), Instant.ofEpochMilli(row.getLong("seen_ms"))))
        .list();
  }
}
