package org.bora.backend.space;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;
import static org.bora.backend.database.Rows.repeat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code space}. */
final class SpaceTable {
  static final String COLUMNS =
      "p.id, p.token, p.area, p.owner, p.description, p.retention, p.latency, p.bounded, p.total,"
          + " p.guaranteed, p.created_ms, p.ends_ms, p.released_ms";
  private static final String SELECT = "SELECT " + COLUMNS + " FROM space p ";
  private static final String HELD =
      "SELECT "
          + COLUMNS
          + ", SUM(s.free) AS free, SUM(s.promised) AS promised, SUM(s.used) AS used,"
          + " SUM(s.files) AS files FROM space p JOIN space_share s ON s.space_id = p.id ";

  /** Enters a space; one that is there already (of the same identifier) stays as it is. */
  void insert(JdbcClient sql, Space space) {
    RetentionPolicyInfo kept = space.retention();
    sql.sql(
            "INSERT INTO space (id, token, area, owner, description, retention, latency, bounded,"
                + " total, guaranteed, created_ms, ends_ms, released_ms) VALUES ("
                + repeat("?", 13)
                + ") ON DUPLICATE KEY UPDATE id = id")
        .params(
            Arrays.asList(
                Rows.bytes(space.id()),
                Rows.bytes(space.token()),
                space.area(),
                orNothing(space.owner().map(Rows::bytes)),
                Rows.bytes(space.description()),
                kept.policy().name(),
                kept.latency().orElse(AccessLatency.ONLINE).name(),
                space.bounded(),
                space.total(),
                space.guaranteed(),
                millis(space.created()),
                orNothing(space.ends().map(Rows::millis)),
                orNothing(space.released().map(Rows::millis))))
        .update();
  }

  /** Stores what may change of a space. */
  void update(JdbcClient sql, Space space) {
    RetentionPolicyInfo kept = space.retention();
    sql.sql(
            "UPDATE space SET token = ?, description = ?, retention = ?, latency = ?, bounded = ?,"
                + " total = ?, guaranteed = ?, ends_ms = ?, released_ms = ? WHERE id = ?")
        .params(
            Arrays.asList(
                Rows.bytes(space.token()),
                Rows.bytes(space.description()),
                kept.policy().name(),
                kept.latency().orElse(AccessLatency.ONLINE).name(),
                space.bounded(),
                space.total(),
                space.guaranteed(),
                orNothing(space.ends().map(Rows::millis)),
                orNothing(space.released().map(Rows::millis)),
                Rows.bytes(space.id())))
        .update();
  }

  /** A space, locked until the transaction ends: changes of it take turns. */
  Optional<Space> lock(JdbcClient sql, UUID id) {
    return sql.sql(SELECT + "WHERE p.id = ? FOR UPDATE")
        .param(Rows.bytes(id))
        .query((row, number) -> read(row))
        .optional();
  }

  /** All spaces. */
  List<UUID> ids(JdbcClient sql) {
    return sql.sql("SELECT p.id FROM space p")
        .query((row, number) -> Rows.uuid(row.getBytes(1)))
        .list();
  }

  Optional<Space> byId(JdbcClient sql, UUID id) {
    return sql.sql(SELECT + "WHERE p.id = ?")
        .param(Rows.bytes(id))
        .query((row, number) -> read(row))
        .optional();
  }

  Optional<Space> find(JdbcClient sql, String token) {
    return sql.sql(SELECT + "WHERE p.token = ?")
        .param(Rows.bytes(token))
        .query((row, number) -> read(row))
        .optional();
  }

  /** The spaces that still hold something though they were released or have expired. */
  List<Space> ended(JdbcClient sql, Instant now, int most) {
    return sql.sql(
            SELECT
                + "WHERE p.owner IS NOT NULL AND (p.released_ms IS NOT NULL OR p.ends_ms <= ?)"
                + " AND EXISTS (SELECT 1 FROM space_share s WHERE s.space_id = p.id"
                + " AND (s.free <> 0 OR s.used <> 0 OR s.files <> 0))"
                + " ORDER BY p.id LIMIT ?")
        .params(List.of(millis(now), most))
        .query((row, number) -> read(row))
        .list();
  }

  /**
   * Deletes reservations that ended before a time and have nothing any more: no bytes, no files and
   * no put that names them. Those that another transaction has locked are left for the next time.
   *
   * @return how many
   */
  int deleteEnded(JdbcClient sql, Instant before, int most) {
    List<UUID> empty =
        sql.sql(
                "SELECT p.id FROM space p WHERE p.owner IS NOT NULL"
                    + " AND (p.released_ms < ? OR p.ends_ms < ?)"
                    + " AND (SELECT COUNT(*) FROM space_share s WHERE s.space_id = p.id"
                    + " AND (s.free <> 0 OR s.promised <> 0 OR s.used <> 0 OR s.files <> 0)) = 0"
                    + " LIMIT ? FOR UPDATE SKIP LOCKED")
            .params(List.of(millis(before), millis(before), most))
            .query((row, number) -> Rows.uuid(row.getBytes(1)))
            .list();
    List<UUID> old = new ArrayList<>(empty);
    old.removeAll(named(sql, "stored_file", empty));
    old.removeAll(named(sql, "put_file", empty));
    for (List<UUID> part : Rows.parts(old)) {
      sql.sql("DELETE FROM space WHERE id IN (" + repeat("?", part.size()) + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .update();
    }
    return old.size();
  }

  /** Those of these spaces that rows of a table name. */
  private static List<UUID> named(JdbcClient sql, String table, List<UUID> spaces) {
    List<UUID> named = new ArrayList<>();
    for (List<UUID> part : Rows.parts(spaces)) {
      named.addAll(
          sql.sql(
                  "SELECT DISTINCT space_id FROM "
                      + table
                      + " WHERE space_id IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(part.stream().map(Rows::bytes).toList())
              .query((row, number) -> Rows.uuid(row.getBytes(1)))
              .list());
    }
    return named;
  }

  /** The living spaces with this description (absent: any) that belong to one of these owners. */
  List<Space> ofOwners(
      JdbcClient sql, Optional<String> description, Collection<String> owners, Instant now) {
    List<Object> values = new ArrayList<>();
    owners.forEach(owner -> values.add(Rows.bytes(owner)));
    values.add(millis(now));
    description.ifPresent(text -> values.add(Rows.bytes(text)));
    return sql.sql(
            SELECT
                + "WHERE p.owner IN ("
                + repeat("?", owners.size())
                + ") AND p.released_ms IS NULL AND (p.ends_ms IS NULL OR p.ends_ms > ?)"
                + (description.isPresent() ? " AND p.description = ?" : "")
                + " ORDER BY p.id")
        .params(values)
        .query((row, number) -> read(row))
        .list();
  }

  /** A space with its use. */
  record Held(Space space, Sums sums) {}

  /** An area's own space and the reservations in it that have not ended, the oldest first. */
  List<Held> living(JdbcClient sql, String area, Instant now) {
    return sql.sql(
            HELD
                + "WHERE p.area = ? AND p.released_ms IS NULL"
                + " AND (p.ends_ms IS NULL OR p.ends_ms > ?) GROUP BY p.id ORDER BY p.id")
        .params(List.of(area, millis(now)))
        .query((row, number) -> new Held(read(row), ShareTable.sums(row)))
        .list();
  }

  /** The spaces with these tokens, in one statement. */
  List<Held> held(JdbcClient sql, Collection<String> tokens) {
    return sql.sql(HELD + "WHERE p.token IN (" + repeat("?", tokens.size()) + ") GROUP BY p.id")
        .params(tokens.stream().map(Rows::bytes).toList())
        .query((row, number) -> new Held(read(row), ShareTable.sums(row)))
        .list();
  }

  /** The sum of the open reservations in an area. */
  record Reserved(long count, long bytes) {}

  /** What the reservations of one owner have. */
  Reserved reservedBy(JdbcClient sql, String area, String owner, Instant now) {
    return reserved(sql, "p.owner = ?", owner, area, now);
  }

  /** What the reservations of one organisation have. */
  Reserved reservedByVo(JdbcClient sql, String area, String vo, Instant now) {
    return reserved(sql, "p.vo = ?", vo, area, now);
  }

  private static Reserved reserved(
      JdbcClient sql, String whose, String holder, String area, Instant now) {
    return sql.sql(
            "SELECT COUNT(*), COALESCE(SUM(p.total), 0) FROM space p WHERE "
                + whose
                + " AND p.area = ? AND p.owner IS NOT NULL"
                + " AND p.released_ms IS NULL AND (p.ends_ms IS NULL OR p.ends_ms > ?)")
        .params(List.of(Rows.bytes(holder), area, millis(now)))
        .query((row, number) -> new Reserved(row.getLong(1), row.getLong(2)))
        .single();
  }

  /** Notes the organisation of who reserved a space. */
  void setVo(JdbcClient sql, UUID id, String vo) {
    sql.sql("UPDATE space SET vo = ? WHERE id = ?")
        .params(List.of(Rows.bytes(vo), Rows.bytes(id)))
        .update();
  }

  /** The organisation of who reserved a space. */
  Optional<String> vo(JdbcClient sql, UUID id) {
    return sql.sql("SELECT p.vo FROM space p WHERE p.id = ? AND p.vo IS NOT NULL")
        .param(Rows.bytes(id))
        .query((row, number) -> Rows.text(row.getBytes(1)))
        .optional();
  }

  static Space read(ResultSet row) throws SQLException {
    byte[] owner = row.getBytes("owner");
    return new Space(
        Rows.uuid(row.getBytes("id")),
        Rows.text(row.getBytes("token")),
        row.getString("area"),
        Optional.ofNullable(owner).map(Rows::text),
        Rows.text(row.getBytes("description")),
        new RetentionPolicyInfo(
            RetentionPolicy.valueOf(row.getString("retention")),
            Optional.of(AccessLatency.valueOf(row.getString("latency")))),
        row.getBoolean("bounded"),
        row.getLong("total"),
        row.getLong("guaranteed"),
        Instant.ofEpochMilli(row.getLong("created_ms")),
        time(row, "ends_ms"),
        time(row, "released_ms"));
  }

  private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }
}
