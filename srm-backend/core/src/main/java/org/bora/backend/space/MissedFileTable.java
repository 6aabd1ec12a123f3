package org.bora.backend.space;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table {@code stored_file} for the audit: since when files have been missing on disk, and
 * which are being renamed.
 */
final class MissedFileTable {

  /** Since when files are missed; without those that are not. */
  Map<UUID, Instant> since(JdbcClient sql, Collection<UUID> ids) {
    Map<UUID, Instant> since = new HashMap<>();
    for (List<UUID> part : Rows.parts(List.copyOf(ids))) {
      sql.sql(
              "SELECT f.id, f.missed_ms FROM stored_file f WHERE f.missed_ms IS NOT NULL"
                  + " AND f.id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .query(
              row -> {
                since.put(
                    Rows.uuid(row.getBytes("id")), Instant.ofEpochMilli(row.getLong("missed_ms")));
              });
    }
    return since;
  }

  /** Files, locked before, are missed from now on. */
  void miss(JdbcClient sql, Collection<UUID> ids, Instant now) {
    set(sql, ids, millis(now));
  }

  /** Files have been seen on disk. */
  void found(JdbcClient sql, Collection<UUID> ids) {
    set(sql, ids, null);
  }

  private static void set(JdbcClient sql, Collection<UUID> ids, Long since) {
    for (List<UUID> part : Rows.parts(ids.stream().sorted().toList())) {
      List<Object> values = new ArrayList<>();
      values.add(since);
      part.forEach(id -> values.add(Rows.bytes(id)));
      sql.sql("UPDATE stored_file SET missed_ms = ? WHERE id IN (" + repeat("?", part.size()) + ")")
          .params(values)
          .update();
    }
  }

  /** Those of these files that a move, or one that is not settled, may have carried off. */
  Set<UUID> moving(JdbcClient sql, Collection<UUID> ids) {
    return carried(sql, ids, Long.MAX_VALUE);
  }

  /** The same, with those of ended moves that are still remembered. */
  Set<UUID> moved(JdbcClient sql, Collection<UUID> ids, Instant now) {
    return carried(sql, ids, millis(now));
  }

  private static Set<UUID> carried(JdbcClient sql, Collection<UUID> ids, long remembered) {
    Set<UUID> moving = new HashSet<>();
    for (List<UUID> part : Rows.parts(List.copyOf(ids))) {
      List<Object> values = new ArrayList<>(List.of(remembered));
      part.forEach(id -> values.add(Rows.bytes(id)));
      moving.addAll(
          sql.sql(
                  "SELECT f.id FROM stored_file f JOIN name_move m ON m.area = f.area"
                      + " AND (m.state <> 'DONE' OR m.lease_ms > ?) AND (f.path = m.from_path OR f.path = m.to_path"
                      + " OR (m.directory AND (LEFT(f.path, LENGTH(m.from_path) + 1)"
                      + " = CONCAT(m.from_path, '/') OR LEFT(f.path, LENGTH(m.to_path) + 1)"
                      + " = CONCAT(m.to_path, '/')))) WHERE f.id IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(values)
              .query((row, number) -> Rows.uuid(row.getBytes(1)))
              .list());
    }
    return moving;
  }
}
