package org.bora.backend.seal;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code seal_key}. */
final class SealKeyTable {

  /** All secrets; the first one is used for new seals. */
  List<byte[]> all(JdbcClient sql) {
    return sql.sql("SELECT k.secret FROM seal_key k ORDER BY k.number")
        .query((row, number) -> row.getBytes(1))
        .list();
  }

  /** Enters a secret, unless another has this number by now. */
  int enter(JdbcClient sql, int number, byte[] secret, Instant now) {
    return sql.sql("INSERT IGNORE INTO seal_key (number, secret, entered_ms) VALUES (?, ?, ?)")
        .params(List.of(number, secret, millis(now)))
        .update();
  }
}
