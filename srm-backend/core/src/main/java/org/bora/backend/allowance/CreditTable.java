package org.bora.backend.allowance;

import static org.bora.backend.database.Rows.repeat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code put_credit}, and the count of open puts that a credit makes unnecessary. */
final class CreditTable {

  /**
   * Takes from one share of each holder; one statement.
   *
   * @return whether every one of them had so much, counted by these terms
   */
  boolean take(
      JdbcClient sql, String area, List<UUID> holders, int share, long terms, Holding wanted) {
    List<Object> values =
        new ArrayList<>(List.of(wanted.files(), wanted.bytes(), area, share, terms));
    values.addAll(List.of(wanted.files(), wanted.bytes()));
    holders.forEach(holder -> values.add(Rows.bytes(holder)));
    return sql.sql(
                "UPDATE put_credit SET files = files - ?, bytes = bytes - ?"
                    + " WHERE area = ? AND share = ? AND terms = ? AND files >= ? AND bytes >= ?"
                    + " AND holder IN ("
                    + repeat("?", holders.size())
                    + ")")
            .params(values)
            .update()
        == holders.size();
  }

  /** Creates the missing shares of a holder, without credit. */
  void make(JdbcClient sql, String area, UUID holder, int shares) {
    List<Object> values = new ArrayList<>();
    for (int share = 0; share < shares; share++) {
      values.addAll(List.of(area, Rows.bytes(holder), share));
    }
    sql.sql(
            "INSERT INTO put_credit (area, holder, share, terms, files, bytes) VALUES "
                + repeat("(?, ?, ?, 0, 0, 0)", shares)
                + " ON DUPLICATE KEY UPDATE share = VALUES(share)")
        .params(values)
        .update();
  }

  /** Locks all shares of a holder: until the transaction ends no other put of it commits. */
  void lock(JdbcClient sql, String area, UUID holder) {
    sql.sql(
            "SELECT c.share FROM put_credit c WHERE c.area = ? AND c.holder = ?"
                + " ORDER BY c.share FOR UPDATE")
        .params(List.of(area, Rows.bytes(holder)))
        .query(Integer.class)
        .list();
  }

  /** Spends all credit in an area: everybody is counted again. */
  void spend(JdbcClient sql, String area) {
    sql.sql("UPDATE put_credit SET files = 0, bytes = 0 WHERE area = ?").param(area).update();
  }

  /** What the open puts of a caller hold of an area whose own space is this. */
  Holding ofCaller(JdbcClient sql, String area, UUID space, UUID caller) {
    return held(sql, "put_file_caller", "f.caller_key = ?", List.of(space, caller), area);
  }

  /** What the open puts of an organisation hold of an area whose own space is this. */
  Holding ofVo(JdbcClient sql, String area, UUID space, UUID vo) {
    return held(sql, "put_file_vo", "f.vo_key = ?", List.of(space, vo), area);
  }

  private static Holding held(
      JdbcClient sql, String index, String whose, List<UUID> spaceAndHolder, String area) {
    List<Object> values = new ArrayList<>();
    spaceAndHolder.forEach(id -> values.add(Rows.bytes(id)));
    values.add(area);
    return sql.sql(
            // the index is named, or a server with old figures may walk through all open puts
            "SELECT COUNT(*), COALESCE(SUM(CASE WHEN f.space_id = ? THEN f.promised ELSE 0 END), 0)"
                + " FROM put_file f FORCE INDEX ("
                + index
                + ") WHERE "
                + whose
                + " AND f.state = 'SPACE_AVAILABLE' AND f.area = ?")
        .params(values)
        .query((row, number) -> new Holding(row.getLong(1), row.getLong(2)))
        .single();
  }

  /** What is left for a holder lies evenly in its shares from now on, the rest in one of them. */
  void set(
      JdbcClient sql, String area, UUID holder, int shares, int share, long terms, Holding left) {
    List<Object> values =
        List.of(
            terms,
            shares,
            left.files() / shares,
            share,
            left.files() % shares,
            shares,
            left.bytes() / shares,
            share,
            left.bytes() % shares,
            area,
            Rows.bytes(holder));
    String part = "CASE WHEN share < ? THEN ? ELSE 0 END + CASE WHEN share = ? THEN ? ELSE 0 END";
    sql.sql(
            "UPDATE put_credit SET terms = ?, files = "
                + part
                + ", bytes = "
                + part
                + " WHERE area = ? AND holder = ?")
        .params(values)
        .update();
  }
}
