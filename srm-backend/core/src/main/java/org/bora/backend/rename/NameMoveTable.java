package org.bora.backend.rename;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.rename.NameMove.State;
import org.bora.backend.request.NameKey;
import org.bora.storage.spi.AreaPath;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code name_move}. */
final class NameMoveTable {
  private static final String SELECT =
      "SELECT m.id, m.area, m.from_path, m.to_path, m.directory, m.file_id, m.owner_dn, m.state,"
          + " m.lease_ms, m.backend FROM name_move m ";

  /**
   * Enters a move; settled ones of the same names make room.
   *
   * @throws org.springframework.dao.DuplicateKeyException where a move that runs has a name
   */
  void begin(JdbcClient sql, NameMove move) {
    byte[] from = key(move, move.from());
    byte[] to = key(move, move.to());
    for (String column : List.of("from_key", "to_key")) {
      // one index for each statement: an OR would be a walk through the table
      sql.sql("DELETE FROM name_move WHERE " + column + " IN (?, ?) AND state <> 'RUNNING'")
          .params(List.of(from, to))
          .update();
    }
    sql.sql(
            "INSERT INTO name_move (id, area, from_path, to_path, from_key, to_key, directory,"
                + " file_id, owner_dn, state, lease_ms, backend)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .params(
            List.of(
                Rows.bytes(move.id()),
                move.area(),
                Rows.bytes(move.from().toString()),
                Rows.bytes(move.to().toString()),
                from,
                to,
                move.directory(),
                orNothing(move.file().map(Rows::bytes)),
                Rows.bytes(move.ownerDn()),
                move.state().name(),
                millis(move.lease()),
                orNothing(move.stay().map(Rows::bytes))))
        .update();
  }

  private static byte[] key(NameMove move, AreaPath path) {
    return NameKey.of(move.area(), path).bytes();
  }

  Optional<NameMove> lock(JdbcClient sql, UUID id) {
    return sql.sql(SELECT + "WHERE m.id = ? FOR UPDATE")
        .param(Rows.bytes(id))
        .query((row, number) -> read(row))
        .optional();
  }

  boolean isThere(JdbcClient sql, UUID id) {
    return lock(sql, id).isPresent();
  }

  /** The moves of an area that hold names; not locked. */
  List<NameMove> running(JdbcClient sql, String area) {
    return sql.sql(SELECT + "WHERE m.area = ? AND m.state = 'RUNNING'")
        .param(area)
        .query((row, number) -> read(row))
        .list();
  }

  /** A move of these names that was done for this caller; not locked. */
  Optional<NameMove> done(JdbcClient sql, String area, AreaPath from, AreaPath to, String ownerDn) {
    return sql
        .sql(SELECT + "WHERE m.from_key = ? AND m.state = 'DONE'")
        .param(NameKey.of(area, from).bytes())
        .query((row, number) -> read(row))
        .list()
        .stream()
        .filter(move -> move.to().equals(to) && move.ownerDn().equals(ownerDn))
        .findFirst();
  }

  /** Moves in a state with an expired lease, the oldest first; not locked. */
  List<NameMove> over(JdbcClient sql, State state, Instant now, int most) {
    return sql.sql(SELECT + "WHERE m.state = ? AND m.lease_ms <= ? ORDER BY m.lease_ms LIMIT ?")
        .params(List.of(state.name(), millis(now), most))
        .query((row, number) -> read(row))
        .list();
  }

  /** Stores the continuation of a move ({@link NameMove#renewed}). */
  void renew(JdbcClient sql, NameMove move) {
    sql.sql("UPDATE name_move SET file_id = ?, lease_ms = ?, backend = ? WHERE id = ?")
        .params(
            List.of(
                orNothing(move.file().map(Rows::bytes)),
                millis(move.lease()),
                orNothing(move.stay().map(Rows::bytes)),
                Rows.bytes(move.id())))
        .update();
  }

  /** Whether a stay was ended by others, or has ended: it never resumes. Not locked. */
  boolean isOver(JdbcClient sql, UUID stay) {
    return sql.sql("SELECT COUNT(*) FROM backend_presence WHERE backend = ?")
            .param(Rows.bytes(stay))
            .query(Long.class)
            .single()
        == 0;
  }

  /**
   * Stores that a move holds its names no more.
   *
   * @param until when it is forgotten
   */
  void settle(JdbcClient sql, UUID id, State state, Instant until) {
    sql.sql("UPDATE name_move SET state = ?, lease_ms = ? WHERE id = ?")
        .params(List.of(state.name(), millis(until), Rows.bytes(id)))
        .update();
  }

  void delete(JdbcClient sql, UUID id) {
    sql.sql("DELETE FROM name_move WHERE id = ?").param(Rows.bytes(id)).update();
  }

  private static NameMove read(ResultSet row) throws SQLException {
    return new NameMove(
        Rows.uuid(row.getBytes("id")),
        row.getString("area"),
        AreaPath.parse(Rows.text(row.getBytes("from_path"))),
        AreaPath.parse(Rows.text(row.getBytes("to_path"))),
        row.getBoolean("directory"),
        Optional.ofNullable(row.getBytes("file_id")).map(Rows::uuid),
        Rows.text(row.getBytes("owner_dn")),
        State.valueOf(row.getString("state")),
        Instant.ofEpochMilli(row.getLong("lease_ms")),
        Optional.ofNullable(row.getBytes("backend")).map(Rows::uuid));
  }
}
