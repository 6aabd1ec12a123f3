package org.bora.backend.access;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import org.bora.backend.database.Rows;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;
import org.bora.storage.spi.AreaPath;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code grant_entry}. */
final class GrantTable {
  private static final String ENTRY = "g.entry_key, g.area, g.path";
  private static final String INSERTED =
      "entry_key, uid, request_id, name_key, area, path, digit, before_digit";
  private static final int COUNT = INSERTED.split(",", -1).length;

  /** Whether the pin with its TURL, or the put, holds; two times as parameters. */
  // Counted, and not asked for by EXISTS: MariaDB would make that a walk through all pins and puts.
  private static final String LIVE =
      "((SELECT COUNT(*) FROM pin p WHERE p.request_id = g.request_id AND p.name_key = g.name_key"
          + " AND p.state = 'PINNED' AND p.pin_until_ms > ? AND p.turl IS NOT NULL)"
          + " + (SELECT COUNT(*) FROM put_file f WHERE f.request_id = g.request_id"
          + " AND f.name_key = g.name_key AND f.state = 'SPACE_AVAILABLE' AND f.pin_until_ms > ?)"
          + " > 0)";

  private static final String ALL =
      "SELECT g." + INSERTED.replace(", ", ", g.") + ", " + LIVE + " AS live FROM grant_entry g ";

  /** Inserts grants; an existing one stays as it is. */
  void insert(JdbcClient sql, List<AclGrant> grants) {
    for (List<AclGrant> part : Rows.parts(grants)) {
      List<Object> values = new ArrayList<>(part.size() * COUNT);
      part.forEach(grant -> write(grant, values));
      sql.sql(
              "INSERT IGNORE INTO grant_entry ("
                  + INSERTED
                  + ") VALUES "
                  + repeat("(" + repeat("?", COUNT) + ")", part.size()))
          .params(values)
          .update();
    }
  }

  /** The grants on some files and directories. */
  List<AclGrant> on(JdbcClient sql, Collection<GrantedEntry> entries, Instant now) {
    List<AclGrant> found = new ArrayList<>();
    for (List<GrantedEntry> part : Rows.parts(List.copyOf(entries))) {
      List<Object> values = new ArrayList<>(List.of(millis(now), millis(now)));
      part.forEach(entry -> values.add(entry.key().bytes()));
      found.addAll(
          sql.sql(ALL + "WHERE g.entry_key IN (" + repeat("?", part.size()) + ")")
              .params(values)
              .query((row, number) -> read(row))
              .list());
    }
    return found;
  }

  /**
   * The same, after writing to each of them: no other backend changes these lists until the
   * transaction ends, or the commit of one of the two fails (on different nodes of a cluster, where
   * locks are not seen but writes are).
   */
  List<AclGrant> lock(JdbcClient sql, Collection<GrantedEntry> entries, Instant now) {
    for (List<GrantedEntry> part : Rows.parts(List.copyOf(entries))) {
      sql.sql(
              "UPDATE grant_entry SET turn = turn + 1 WHERE entry_key IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(entry -> entry.key().bytes()).toList())
          .update();
    }
    return on(sql, entries, now);
  }

  /** The files and directories on which something was granted for a request. */
  List<GrantedEntry> ofRequest(JdbcClient sql, RequestToken token) {
    return entries(sql, "WHERE g.request_id = ?", List.of(token.bytes()));
  }

  /** Those on which something was granted for the sake of these names, by any request. */
  List<GrantedEntry> ofNames(JdbcClient sql, Collection<NameKey> names) {
    List<GrantedEntry> found = new ArrayList<>();
    for (List<NameKey> part : Rows.parts(List.copyOf(names))) {
      found.addAll(
          entries(
              sql,
              "WHERE g.name_key IN (" + repeat("?", part.size()) + ")",
              part.stream().<Object>map(NameKey::bytes).toList()));
    }
    return found;
  }

  /** Those at or below a place. */
  List<GrantedEntry> within(JdbcClient sql, GrantedEntry top) {
    byte[] path = bytes(top.path().toString());
    // '0' is the character after '/': a range of the index, with no pattern to escape
    return entries(
        sql,
        "WHERE g.area = ? AND (g.path = ? OR (g.path >= ? AND g.path < ?))",
        List.of(top.area(), path, bytes(top.path() + "/"), bytes(top.path() + "0")));
  }

  /** Some files with an expired grant, in the order of their keys. */
  List<GrantedEntry> over(JdbcClient sql, Instant now, byte[] after, int most) {
    return entries(
        sql,
        "WHERE g.entry_key > ? AND NOT " + LIVE + " ORDER BY g.entry_key LIMIT ?",
        List.of(after, millis(now), millis(now), most));
  }

  private static List<GrantedEntry> entries(JdbcClient sql, String where, List<Object> values) {
    return sql.sql("SELECT DISTINCT " + ENTRY + " FROM grant_entry g " + where)
        .params(values)
        .query((row, number) -> entry(row))
        .list();
  }

  /** Deletes expired grants. */
  void delete(JdbcClient sql, List<AclGrant> grants) {
    for (AclGrant grant : grants) {
      sql.sql(
              "DELETE FROM grant_entry WHERE entry_key = ? AND uid = ? AND request_id = ?"
                  + " AND name_key = ?")
          .params(
              List.of(
                  grant.entry().key().bytes(),
                  grant.uid(),
                  grant.token().bytes(),
                  grant.name().bytes()))
          .update();
    }
  }

  private static void write(AclGrant grant, List<Object> values) {
    values.add(grant.entry().key().bytes());
    values.add(grant.uid());
    values.add(grant.token().bytes());
    values.add(grant.name().bytes());
    values.add(grant.entry().area());
    values.add(bytes(grant.entry().path().toString()));
    values.add(grant.digit());
    values.add(grant.before().isPresent() ? grant.before().getAsInt() : Rows.nothing());
  }

  private static AclGrant read(ResultSet row) throws SQLException {
    int before = row.getInt("before_digit");
    OptionalInt known = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(before);
    return new AclGrant(
        entry(row),
        row.getInt("uid"),
        RequestToken.ofBytes(row.getBytes("request_id")),
        NameKey.ofBytes(row.getBytes("name_key")),
        row.getInt("digit"),
        known,
        row.getBoolean("live"));
  }

  private static GrantedEntry entry(ResultSet row) throws SQLException {
    return new GrantedEntry(
        NameKey.ofBytes(row.getBytes("entry_key")),
        row.getString("area"),
        AreaPath.parse(new String(row.getBytes("path"), StandardCharsets.UTF_8)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
