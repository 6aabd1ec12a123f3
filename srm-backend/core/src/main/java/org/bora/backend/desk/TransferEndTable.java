package org.bora.backend.desk;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.bora.api.ban.BannedName;
import org.bora.backend.database.Rows;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code transfer_end}. */
final class TransferEndTable {

  /** Inserts an order; the same transfer may have been ended already. */
  void insert(JdbcClient sql, UUID transfer, String by, Instant until) {
    try {
      sql.sql("INSERT INTO transfer_end (id, ordered_by, until_ms) VALUES (?, ?, ?)")
          .params(
              List.of(Rows.bytes(transfer), Rows.bytes(by, OrderedBan.LONGEST_NAME), millis(until)))
          .update();
    } catch (DuplicateKeyException there) {
      // ended is ended
    }
  }

  /** What doors have to end now. */
  List<BannedName> holding(JdbcClient sql, Instant now, int most) {
    return sql.sql(
            "SELECT id, ordered_by FROM transfer_end WHERE until_ms > ?"
                + " ORDER BY until_ms, id LIMIT ?")
        .params(List.of(millis(now), most))
        .query(
            (row, number) ->
                new BannedName(
                    BannedName.Kind.TRANSFER,
                    Rows.uuid(row.getBytes("id")).toString(),
                    "ended by " + Rows.text(row.getBytes("ordered_by"))))
        .list();
  }

  /** Deletes orders that all doors have received. */
  void deleteOver(JdbcClient sql, Instant now) {
    sql.sql("DELETE FROM transfer_end WHERE until_ms <= ? LIMIT 1000").param(millis(now)).update();
  }
}
