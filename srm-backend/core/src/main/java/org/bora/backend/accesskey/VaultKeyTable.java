package org.bora.backend.accesskey;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code vault_key}: which key of the vault seals, by its fingerprint. */
final class VaultKeyTable {

  /** Empty where the site has no vault. */
  Optional<String> current(JdbcClient sql) {
    return sql.sql("SELECT v.fingerprint FROM vault_key v ORDER BY v.number DESC LIMIT 1")
        .query(String.class)
        .optional();
  }

  /** Enters the first key, unless another has been entered. */
  void enterFirst(JdbcClient sql, String fingerprint, Instant now) {
    sql.sql("INSERT IGNORE INTO vault_key (number, fingerprint, entered_ms) VALUES (1, ?, ?)")
        .params(List.of(fingerprint, millis(now)))
        .update();
  }

  /** Forgets the vault of the site. */
  void clear(JdbcClient sql) {
    sql.sql("DELETE FROM vault_key").update();
  }
}
