package org.bora.backend.allowance;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Files and open puts by owner, in {@code stored_file} and {@code put_file}. Files that are
 * combined into another one count with that one ({@code merged_part}).
 */
final class QuotaTable {
  private static final String MERGED =
      " FROM merged_part m STRAIGHT_JOIN put_file p ON p.upload_id = m.put_id"
          + " STRAIGHT_JOIN stored_file f ON f.id = m.part_id WHERE NOT m.leftover"
          + " AND p.state IN ('SPACE_AVAILABLE', 'STORED') AND f.area = ? AND ";

  /**
   * The owner of a put.
   *
   * @param vo absent if the caller had none
   */
  record PutOwner(UUID upload, String dn, UUID caller, Optional<UUID> vo) {}

  /** What a user has of an area; one look at one moment. */
  Holding ofUser(JdbcClient sql, String area, String dn, UUID caller) {
    byte[] owner = Rows.bytes(dn);
    byte[] key = Rows.bytes(caller);
    return sql.sql(
            "SELECT (SELECT COUNT(*) FROM stored_file f WHERE f.area = ? AND f.owner = ?),"
                + " (SELECT COALESCE(SUM(f.size), 0) FROM stored_file f WHERE f.area = ?"
                + " AND f.owner = ?),"
                + " (SELECT COUNT(*) FROM put_file p FORCE INDEX (put_file_caller)"
                + " WHERE p.caller_key = ? AND p.state = 'SPACE_AVAILABLE' AND p.area = ?),"
                + " (SELECT COALESCE(SUM(p.promised), 0) FROM put_file p"
                + " FORCE INDEX (put_file_caller) WHERE p.caller_key = ?"
                + " AND p.state = 'SPACE_AVAILABLE' AND p.area = ?)"
                + merged("f.owner = ?"))
        .params(List.of(area, owner, area, owner, key, area, key, area, area, owner, area, owner))
        .query((row, number) -> held(row))
        .single();
  }

  /** What an organisation has of an area; one look at one moment. */
  Holding ofVo(JdbcClient sql, String area, UUID vo) {
    byte[] key = Rows.bytes(vo);
    return sql.sql(
            "SELECT (SELECT COUNT(*) FROM stored_file f WHERE f.area = ? AND f.vo_key = ?),"
                + " (SELECT COALESCE(SUM(f.size), 0) FROM stored_file f WHERE f.area = ?"
                + " AND f.vo_key = ?),"
                + " (SELECT COUNT(*) FROM put_file p FORCE INDEX (put_file_vo)"
                + " WHERE p.vo_key = ? AND p.state = 'SPACE_AVAILABLE' AND p.area = ?),"
                + " (SELECT COALESCE(SUM(p.promised), 0) FROM put_file p"
                + " FORCE INDEX (put_file_vo) WHERE p.vo_key = ?"
                + " AND p.state = 'SPACE_AVAILABLE' AND p.area = ?)"
                + merged("f.vo_key = ?"))
        .params(List.of(area, key, area, key, key, area, key, area, area, key, area, key))
        .query((row, number) -> held(row))
        .single();
  }

  private static String merged(String whose) {
    return ", (SELECT COUNT(*)"
        + MERGED
        + whose
        + "), (SELECT COALESCE(SUM(f.size), 0)"
        + MERGED
        + whose
        + ")";
  }

  /** Files, open puts, and merged parts, which are among the files and do not count. */
  private static Holding held(ResultSet row) throws SQLException {
    return new Holding(
        row.getLong(1) + row.getLong(3) - row.getLong(5),
        row.getLong(2) + row.getLong(4) - row.getLong(6));
  }

  /** Whose puts these are. */
  List<PutOwner> owners(JdbcClient sql, List<UUID> uploads) {
    return sql.sql(
            "SELECT p.upload_id, r.owner_dn, p.caller_key, p.vo_key FROM put_file p"
                + " JOIN request r ON r.id = p.request_id WHERE p.upload_id IN ("
                + Rows.repeat("?", uploads.size())
                + ")")
        .params(uploads.stream().map(Rows::bytes).toList())
        .query(
            (row, number) ->
                new PutOwner(
                    Rows.uuid(row.getBytes(1)),
                    Rows.text(row.getBytes(2)),
                    Rows.uuid(row.getBytes(3)),
                    Optional.ofNullable(row.getBytes(4)).map(Rows::uuid)))
        .list();
  }
}
