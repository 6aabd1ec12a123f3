package org.bora.backend.fleet;

import static org.bora.backend.database.Rows.bytes;
import static org.bora.backend.database.Rows.millis;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.bora.api.figures.HistorySpan;
import org.bora.api.figures.HistoryStore.Kept;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code site_history}. */
final class HistoryTable {

  /** Does nothing where the stretch is known already. */
  void putFirst(JdbcClient sql, HistorySpan span, Instant start, String moment) {
    sql.sql("INSERT IGNORE INTO site_history (span, start_ms, moment) VALUES (?, ?, ?)")
        .params(List.of(bytes(span.name()), millis(start), bytes(moment)))
        .update();
  }

  /** Forgets stretches that began before; some at a time. */
  void forget(JdbcClient sql, HistorySpan span, Instant before) {
    sql.sql("DELETE FROM site_history WHERE span = ? AND start_ms < ? LIMIT 100")
        .params(List.of(bytes(span.name()), millis(before)))
        .update();
  }

  /** Stretches that began then or later, the oldest first. */
  List<Kept> since(JdbcClient sql, HistorySpan span, Instant start, int most) {
    return sql.sql(
            "SELECT h.start_ms, h.moment FROM site_history h WHERE h.span = ? AND h.start_ms >= ?"
                + " ORDER BY h.start_ms LIMIT ?")
        .params(List.of(bytes(span.name()), millis(start), most))
        .query(
            (row, number) ->
                new Kept(
                    Instant.ofEpochMilli(row.getLong("start_ms")),
                    new String(row.getBytes("moment"), StandardCharsets.UTF_8)))
        .list();
  }
}
