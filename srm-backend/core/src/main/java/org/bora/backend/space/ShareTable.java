package org.bora.backend.space;

import static org.bora.backend.database.Rows.repeat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code space_share}: counters, in several rows per space so that none is hot. */
final class ShareTable {
  private static final String COLUMNS = "s.free, s.promised, s.used, s.files";
  private static final String SUMS =
      "COALESCE(SUM(s.free), 0) AS free, COALESCE(SUM(s.promised), 0) AS promised,"
          + " COALESCE(SUM(s.used), 0) AS used, COALESCE(SUM(s.files), 0) AS files";

  /** Makes the shares 0 to {@code count} - 1 of a space, as far as they are not there, empty. */
  void insert(JdbcClient sql, UUID space, int count) {
    List<Object> values = new ArrayList<>();
    IntStream.range(0, count).forEach(share -> values.addAll(List.of(Rows.bytes(space), share)));
    sql.sql(
            "INSERT INTO space_share (space_id, share, free, promised, used, files) VALUES "
                + repeat("(?, ?, 0, 0, 0, 0)", count)
                + " ON DUPLICATE KEY UPDATE share = VALUES(share)")
        .params(values)
        .update();
  }

  /** Moves bytes from free to promised where the share has so many; one row, by its key. */
  boolean takeWhereFree(JdbcClient sql, Promise promise) {
    return take(sql, promise, " AND free >= ?", List.of(promise.bytes())) == 1;
  }

  /** The same whatever is free; false where there is no such share. */
  boolean take(JdbcClient sql, Promise promise) {
    return take(sql, promise, "", List.of()) == 1;
  }

  private static int take(JdbcClient sql, Promise promise, String guard, List<Object> limit) {
    List<Object> values = new ArrayList<>();
    values.add(promise.bytes());
    values.add(promise.bytes());
    values.add(Rows.bytes(promise.space()));
    values.add(promise.share());
    values.addAll(limit);
    return sql.sql(
            "UPDATE space_share SET free = free - ?, promised = promised + ?"
                + " WHERE space_id = ? AND share = ?"
                + guard)
        .params(values)
        .update();
  }

  /** All shares of a space, locked until the transaction ends. */
  Map<ShareKey, Sums> lock(JdbcClient sql, UUID space) {
    Map<ShareKey, Sums> shares = new TreeMap<>();
    sql.sql(
            "SELECT s.share, "
                + COLUMNS
                + " FROM space_share s WHERE s.space_id = ? ORDER BY s.share FOR UPDATE")
        .param(Rows.bytes(space))
        .query((row, number) -> shares.put(new ShareKey(space, row.getInt("share")), sums(row)))
        .list();
    return shares;
  }

  /** Adds to counters, what is negative takes away; one statement. */
  void add(JdbcClient sql, Map<ShareKey, Sums> changes) {
    add(Dialogue.within(sql), changes);
  }

  /** The same, told. */
  void add(Dialogue dialogue, Map<ShareKey, Sums> changes) {
    List<Map.Entry<ShareKey, Sums>> sorted =
        changes.entrySet().stream()
            .filter(change -> !change.getValue().isNothing())
            .sorted(Map.Entry.comparingByKey())
            .toList();
    for (List<Map.Entry<ShareKey, Sums>> part : Rows.parts(sorted)) {
      addPart(dialogue, part);
    }
  }

  private static void addPart(Dialogue dialogue, List<Map.Entry<ShareKey, Sums>> changes) {
    List<Object> values = new ArrayList<>();
    for (int column = 0; column < 4; column++) {
      for (Map.Entry<ShareKey, Sums> change : changes) {
        addKey(values, change.getKey());
        values.add(counter(change.getValue(), column));
      }
    }
    changes.forEach(change -> addKey(values, change.getKey()));
    String sum = "CASE" + " WHEN space_id = ? AND share = ? THEN ?".repeat(changes.size()) + " END";
    dialogue.tell(
        "UPDATE space_share SET free = free + "
            + sum
            + ", promised = promised + "
            + sum
            + ", used = used + "
            + sum
            + ", files = files + "
            + sum
            + " WHERE "
            + String.join(
                " OR ", Collections.nCopies(changes.size(), "(space_id = ? AND share = ?)")),
        values);
  }

  private static void addKey(List<Object> values, ShareKey key) {
    values.add(Rows.bytes(key.space()));
    values.add(key.share());
  }

  private static long counter(Sums sums, int column) {
    return switch (column) {
      case 0 -> sums.free();
      case 1 -> sums.promised();
      case 2 -> sums.used();
      default -> sums.files();
    };
  }

  /**
   * Changes every share of a space without changing a counter. Row locks belong to one node of a
   * cluster; only rows that were changed exclude writers on other nodes, at the commit.
   */
  void touchAll(JdbcClient sql, UUID space) {
    sql.sql("UPDATE space_share SET mended = mended + 1 WHERE space_id = ?")
        .param(Rows.bytes(space))
        .update();
  }

  Sums sums(JdbcClient sql, UUID space) {
    return sql.sql("SELECT " + SUMS + " FROM space_share s WHERE s.space_id = ?")
        .param(Rows.bytes(space))
        .query((row, number) -> sums(row))
        .single();
  }

  /**
   * What the spaces of an area may still write: bytes promised to files, and what reservations have
   * left.
   */
  long spokenFor(JdbcClient sql, String area) {
    return sql.sql(
            "SELECT COALESCE(SUM(s.promised + CASE WHEN p.owner IS NULL THEN 0 ELSE s.free END), 0)"
                + " FROM space p JOIN space_share s ON s.space_id = p.id WHERE p.area = ?")
        .param(area)
        .query(Long.class)
        .single();
  }

  static Sums sums(ResultSet row) throws SQLException {
    return new Sums(
        row.getLong("free"), row.getLong("promised"), row.getLong("used"), row.getLong("files"));
  }
}
