package org.bora.backend.desk;

import static org.bora.backend.database.Rows.millis;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.ban.BannedName;
import org.bora.backend.database.Rows;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code ban}. */
final class BanTable {
  private static final long FOR_EVER = Long.MAX_VALUE;

  /** Inserts an order; one whose attempt seemed to fail may be there already. */
  void insert(JdbcClient sql, OrderedBan ban) {
    try {
      sql.sql(
              "INSERT INTO ban (id, kind, pattern, reason, added_by, added_ms, until_ms)"
                  + " VALUES (?, ?, ?, ?, ?, ?, ?)")
          .params(
              List.of(
                  Rows.bytes(ban.id()),
                  ban.kind().name(),
                  Rows.bytes(ban.pattern()),
                  Rows.bytes(ban.reason()),
                  Rows.bytes(ban.by(), OrderedBan.LONGEST_NAME),
                  millis(ban.since()),
                  ban.until().map(Rows::millis).orElse(FOR_EVER)))
          .update();
    } catch (DuplicateKeyException there) {
      // by an attempt before this one: the identifier is of this order alone
    }
  }

  /** Those that hold, those first that end first. */
  List<OrderedBan> holding(JdbcClient sql, Instant now, int most) {
    return sql.sql(
            "SELECT id, kind, pattern, reason, added_by, added_ms, until_ms FROM ban"
                + " WHERE until_ms > ? ORDER BY until_ms, id LIMIT ?")
        .params(List.of(millis(now), most))
        .query((row, number) -> read(row))
        .list();
  }

  private static OrderedBan read(ResultSet row) throws SQLException {
    long until = row.getLong("until_ms");
    return new OrderedBan(
        Rows.uuid(row.getBytes("id")),
        BannedName.Kind.valueOf(row.getString("kind")),
        Rows.text(row.getBytes("pattern")),
        Rows.text(row.getBytes("reason")),
        Rows.text(row.getBytes("added_by")),
        Instant.ofEpochMilli(row.getLong("added_ms")),
        until == FOR_EVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(until)));
  }

  /** Whether it was there. */
  boolean delete(JdbcClient sql, UUID id) {
    return sql.sql("DELETE FROM ban WHERE id = ?").param(Rows.bytes(id)).update() > 0;
  }

  /** Deletes expired bans. */
  void deleteOver(JdbcClient sql, Instant now) {
    sql.sql("DELETE FROM ban WHERE until_ms <= ? LIMIT 1000").param(millis(now)).update();
  }

  long count(JdbcClient sql) {
    return sql.sql("SELECT COUNT(*) FROM ban").query(Long.class).single();
  }
}
