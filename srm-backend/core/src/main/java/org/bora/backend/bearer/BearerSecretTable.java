package org.bora.backend.bearer;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code bearer_secret}. */
final class BearerSecretTable {

  /** The secret that counts; empty before the first one is entered. */
  Optional<BearerSecret> newest(JdbcClient sql) {
    return sql.sql("SELECT generation, secret FROM bearer_secret ORDER BY generation DESC LIMIT 1")
        .query(
            (row, number) ->
                new BearerSecret(row.getLong(1), HexFormat.of().formatHex(row.getBytes(2))))
        .optional();
  }

  /** Enters a secret, unless another has this generation by now. */
  int enter(JdbcClient sql, BearerSecret secret, Instant now) {
    return sql.sql(
            "INSERT IGNORE INTO bearer_secret (generation, secret, entered_ms) VALUES (?, ?, ?)")
        .params(List.of(secret.generation(), secret.bytes(), millis(now)))
        .update();
  }

  void deleteBefore(JdbcClient sql, long generation) {
    sql.sql("DELETE FROM bearer_secret WHERE generation < ?").params(List.of(generation)).update();
  }
}
