package org.bora.backend.stage.buffer;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code buffer_turn}: only one backend at a time empties a buffer. */
final class BufferTurnTable {

  /**
   * Whether {@code holder} now has the turn until {@code lease}; the present holder gets it again.
   */
  boolean take(JdbcClient sql, String area, UUID holder, Instant now, Instant lease) {
    int taken = update(sql, area, holder, now, lease);
    if (taken == 0
        && sql.sql("INSERT IGNORE INTO buffer_turn (area) VALUES (?)").param(area).update() == 1) {
      taken = update(sql, area, holder, now, lease);
    }
    return taken == 1;
  }

  private static int update(JdbcClient sql, String area, UUID holder, Instant now, Instant lease) {
    return sql.sql(
            "UPDATE buffer_turn SET holder = ?, lease_ms = ?"
                + " WHERE area = ? AND (holder = ? OR lease_ms <= ?)")
        .params(List.of(Rows.bytes(holder), millis(lease), area, Rows.bytes(holder), millis(now)))
        .update();
  }

  /** A backend that waits for the turn need not wait for the end of the lease. */
  void giveBack(JdbcClient sql, String area, UUID holder) {
    sql.sql("UPDATE buffer_turn SET lease_ms = 0, holder = NULL WHERE area = ? AND holder = ?")
        .params(List.of(area, Rows.bytes(holder)))
        .update();
  }
}
