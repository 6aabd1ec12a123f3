package org.bora.backend.stage.alarm;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.List;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_alarm}. */
final class AlarmTable {
  private static final int MOST_KEY_BYTES = 255;
  private static final int MOST_TEXT_BYTES = 2000;

  /** False where it is there already. */
  boolean insert(JdbcClient sql, String key, String text, Instant now) {
    return sql.sql(
                "INSERT IGNORE INTO tape_alarm (alarm_key, text, raised_ms, seen_ms)"
                    + " VALUES (?, ?, ?, ?)")
            .params(List.of(key(key), Rows.bytes(text, MOST_TEXT_BYTES), millis(now), millis(now)))
            .update()
        == 1;
  }

  void update(JdbcClient sql, String key, String text, Instant now) {
    sql.sql("UPDATE tape_alarm SET text = ?, seen_ms = ? WHERE alarm_key = ?")
        .params(List.of(Rows.bytes(text, MOST_TEXT_BYTES), millis(now), key(key)))
        .update();
  }

  boolean isRaised(JdbcClient sql, String key) {
    return sql.sql("SELECT 1 FROM tape_alarm WHERE alarm_key = ?")
        .params(List.of(key(key)))
        .query((row, number) -> row.getInt(1))
        .optional()
        .isPresent();
  }

  boolean delete(JdbcClient sql, String key) {
    return sql.sql("DELETE FROM tape_alarm WHERE alarm_key = ?").params(List.of(key(key))).update()
        == 1;
  }

  long count(JdbcClient sql) {
    return sql.sql("SELECT COUNT(*) FROM tape_alarm").query(Long.class).single();
  }

  /** Those that were raised first. */
  List<Alarm> first(JdbcClient sql, int most) {
    return sql.sql(
            "SELECT alarm_key, text, raised_ms, seen_ms FROM tape_alarm"
                + " ORDER BY raised_ms, alarm_key LIMIT ?")
        .param(most)
        .query(
            (row, number) ->
                new Alarm(
                    Rows.text(row.getBytes("alarm_key")),
                    Rows.text(row.getBytes("text")),
                    Instant.ofEpochMilli(row.getLong("raised_ms")),
                    Instant.ofEpochMilli(row.getLong("seen_ms"))))
        .list();
  }

  /** Keys that name a file, {@code lost LIBRARY FILE}, which is in the books no more. */
  List<String> ofFilesGone(JdbcClient sql, int most) {
    return sql.sql(
            "SELECT a.alarm_key FROM tape_alarm a WHERE (a.alarm_key LIKE 'lost %' OR a.alarm_key"
                + " LIKE 'recall %' OR a.alarm_key LIKE 'damaged %') AND NOT EXISTS (SELECT 1 FROM"
                + " stored_file f WHERE f.id = UNHEX(REPLACE(RIGHT(a.alarm_key, 36), '-', '')))"
                + " ORDER BY a.alarm_key LIMIT ?")
        .param(most)
        .query((row, number) -> Rows.text(row.getBytes("alarm_key")))
        .list();
  }

  private static byte[] key(String key) {
    return Rows.bytes(key, MOST_KEY_BYTES);
  }
}
