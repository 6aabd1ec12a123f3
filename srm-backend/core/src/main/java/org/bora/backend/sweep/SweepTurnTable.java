package org.bora.backend.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code sweep_turn}: work that one backend at a time does for all backends. */
final class SweepTurnTable {

  /**
   * Whether the caller has the turn for a task; no other backend has it for {@code period}. A turn
   * that is due later than this was taken when the period was longer: it is due now.
   */
  boolean take(JdbcClient sql, String task, Instant now, Duration period) {
    sql.sql("INSERT IGNORE INTO sweep_turn (task, due_ms) VALUES (?, 0)")
        .params(List.of(task))
        .update();
    return sql.sql(
                "UPDATE sweep_turn SET due_ms = ? WHERE task = ? AND (due_ms <= ? OR due_ms > ?)")
            .params(
                List.of(
                    Rows.millis(now.plus(period)),
                    task,
                    Rows.millis(now),
                    Rows.millis(now.plus(period))))
            .update()
        == 1;
  }
}
