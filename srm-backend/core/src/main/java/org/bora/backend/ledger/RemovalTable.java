package org.bora.backend.ledger;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_removal}: tape copies whose files no longer exist. */
public final class RemovalTable {
  /** Stands for no batch where a copy has to wait. */
  public static final UUID NOBODY = new UUID(0, 0);

  /** Bytes of a reason that are kept. */
  private static final int MOST_REASON = 1000;

  private static final String COLUMNS =
      "file_id, object, `library`, volume, position, size, adler32, area, path, held";
  private static final String SELECT =
      "SELECT r.file_id, r.object, r.library, r.volume, r.position, r.size, r.adler32, r.area,"
          + " r.path, r.tries, r.failure FROM tape_removal r ";

  /** What is on tape of these files, which are still in the books, is to be removed. */
  void note(JdbcClient sql, Collection<UUID> files, boolean held) {
    for (List<UUID> part : Rows.parts(files.stream().sorted().toList())) {
      List<Object> values = new ArrayList<>(List.of(held));
      part.forEach(id -> values.add(Rows.bytes(id)));
      sql.sql(
              "INSERT IGNORE INTO tape_removal ("
                  + COLUMNS
                  + ") SELECT c.file_id, c.object, c.library, c.volume, c.position, c.size,"
                  + " c.adler32, f.area, f.path, ? FROM tape_copy c"
                  + " JOIN stored_file f ON f.id = c.file_id WHERE c.file_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /** A copy that no file has, or not any more. */
  public void note(JdbcClient sql, RemovalRow copy) {
    sql.sql("INSERT IGNORE INTO tape_removal (" + COLUMNS + ") VALUES (" + repeat("?", 10) + ")")
        .params(
            List.of(
                Rows.bytes(copy.file()),
                Rows.bytes(copy.location().object()),
                copy.library(),
                copy.location().volume(),
                copy.location().position(),
                copy.size(),
                copy.adler32(),
                copy.area(),
                Rows.bytes(copy.path()),
                false))
        .update();
  }

  /** These copies belong to files after all. */
  void withdraw(JdbcClient sql, Map<UUID, TapeCopy> copies) {
    for (List<Map.Entry<UUID, TapeCopy>> part : Rows.parts(List.copyOf(copies.entrySet()))) {
      List<Object> values = new ArrayList<>();
      part.forEach(
          one -> {
            values.add(Rows.bytes(one.getKey()));
            values.add(Rows.bytes(one.getValue().location().object()));
          });
      sql.sql("DELETE FROM tape_removal WHERE " + pairs(part.size())).params(values).update();
    }
  }

  /** The grace of copies noted since the last time begins. Returns how many. */
  public int beginGrace(JdbcClient sql, String library, Instant end) {
    return sql.sql(
            "UPDATE tape_removal SET due_ms = ? WHERE `library` = ? AND held = FALSE"
                + " AND due_ms IS NULL")
        .params(List.of(millis(end), library))
        .update();
  }

  /** Whether anything can be removed; one look at an index. */
  public boolean isDue(JdbcClient sql, String library, Instant now) {
    return sql.sql(
            "SELECT 1 FROM tape_removal r WHERE r.library = ? AND r.held = FALSE"
                + " AND r.due_ms <= ? LIMIT 1")
        .params(List.of(library, millis(now)))
        .query((row, number) -> row.getInt(1))
        .optional()
        .isPresent();
  }

  /** Locks copies that are due, those due longest first; others' are passed over. */
  public List<RemovalRow> lockDue(JdbcClient sql, String library, Instant now, int most) {
    return sql.sql(
            SELECT
                + "WHERE r.library = ? AND r.held = FALSE AND r.due_ms <= ? ORDER BY r.due_ms"
                + " LIMIT ? FOR UPDATE SKIP LOCKED")
        .params(List.of(library, millis(now), most))
        .query((row, number) -> read(row))
        .list();
  }

  /**
   * Those of a library's objects that a file in the books still has: a tape system that names them
   * by path gave the new file the name of the old.
   */
  public List<String> inUse(JdbcClient sql, String library, Collection<String> objects) {
    return objects(sql, "tape_copy", library, objects);
  }

  /** Those of a library's objects that are here: they are to be removed, or held. */
  public List<String> noted(JdbcClient sql, String library, Collection<String> objects) {
    return objects(sql, "tape_removal", library, objects);
  }

  private static List<String> objects(
      JdbcClient sql, String table, String library, Collection<String> objects) {
    List<String> used = new ArrayList<>();
    for (List<String> part : Rows.parts(List.copyOf(objects))) {
      List<Object> values = new ArrayList<>(List.of(library));
      part.forEach(object -> values.add(Rows.bytes(object)));
      used.addAll(
          sql.sql(
                  "SELECT DISTINCT c.object FROM "
                      + table
                      + " c WHERE c.library = ? AND c.object IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(values)
              .query((row, number) -> Rows.text(row.getBytes(1)))
              .list());
    }
    return used;
  }

  /** Copies, locked before, belong to a batch until its lease ends. */
  public void claim(JdbcClient sql, List<RemovalRow> copies, UUID batch, Instant until) {
    for (List<RemovalRow> part : Rows.parts(copies)) {
      List<Object> values = new ArrayList<>(List.of(Rows.bytes(batch), millis(until)));
      sql.sql("UPDATE tape_removal SET batch = ?, due_ms = ? WHERE " + these(part, values))
          .params(values)
          .update();
    }
  }

  /** A condition on the primary key; its values are added. */
  private static String these(List<RemovalRow> copies, List<Object> values) {
    for (RemovalRow copy : copies) {
      values.add(Rows.bytes(copy.file()));
      values.add(Rows.bytes(copy.location().object()));
    }
    return pairs(copies.size());
  }

  private static String pairs(int count) {
    String one = "(file_id = ? AND object = ?)";
    return one + (" OR " + one).repeat(count - 1);
  }

  /** The batch has its copies until then. */
  public void renew(JdbcClient sql, UUID batch, Instant until) {
    sql.sql("UPDATE tape_removal SET due_ms = ? WHERE batch = ?")
        .params(List.of(millis(until), Rows.bytes(batch)))
        .update();
  }

  /** The files whose copies a batch has and may remove: no administrator keeps them. */
  public List<UUID> filesOf(JdbcClient sql, UUID batch) {
    return sql.sql("SELECT r.file_id FROM tape_removal r WHERE r.batch = ? AND r.held = FALSE")
        .params(List.of(Rows.bytes(batch)))
        .query((row, number) -> Rows.uuid(row.getBytes(1)))
        .list();
  }

  /**
   * Those of a library's objects that a batch is taking off the tapes. All copies of that name are
   * locked: none of them gets into a batch until the transaction ends.
   *
   * @param now what an administrator keeps leaves no more when its batch has lost it
   */
  public Set<String> lockLeaving(
      JdbcClient sql, String library, Collection<String> objects, Instant now) {
    Set<String> leaving = new HashSet<>();
    for (List<String> part : Rows.parts(List.copyOf(objects))) {
      List<Object> values = new ArrayList<>(List.of(millis(now), library));
      part.forEach(object -> values.add(Rows.bytes(object)));
      sql.sql(
              "SELECT r.object, r.batch, r.held AND COALESCE(r.due_ms, 0) <= ? AS stays"
                  + " FROM tape_removal r WHERE r.library = ? AND r.object IN ("
                  + repeat("?", part.size())
                  + ") FOR UPDATE")
          .params(values)
          .query(
              row -> {
                byte[] batch = row.getBytes("batch");
                if (batch != null && !Rows.uuid(batch).equals(NOBODY) && !row.getBoolean("stays")) {
                  leaving.add(Rows.text(row.getBytes("object")));
                }
              });
    }
    return leaving;
  }

  /** They are off the tapes. */
  public void delete(JdbcClient sql, List<RemovalRow> copies) {
    for (List<RemovalRow> part : Rows.parts(copies)) {
      List<Object> values = new ArrayList<>();
      sql.sql("DELETE FROM tape_removal WHERE " + these(part, values)).params(values).update();
    }
  }

  /** The batch gives a copy back, to be tried again at {@code due}. */
  public void postpone(JdbcClient sql, RemovalRow copy, UUID batch, String failure, Instant due) {
    sql.sql(
            "UPDATE tape_removal SET batch = NULL, tries = tries + 1, failure = ?, due_ms = ?"
                + " WHERE file_id = ? AND object = ? AND batch = ?")
        .params(
            List.of(
                Rows.bytes(failure, MOST_REASON),
                millis(due),
                Rows.bytes(copy.file()),
                Rows.bytes(copy.location().object()),
                Rows.bytes(batch)))
        .update();
  }

  /** The copies to be removed from a library, for people. */
  public record Backlog(long copies, long bytes, long held, long failing) {}

  /** Everything that is to be removed; reads all rows of the library. */
  public Backlog backlog(JdbcClient sql, String library) {
    return sql.sql(
            "SELECT COUNT(*), COALESCE(SUM(r.size), 0), COALESCE(SUM(r.held), 0),"
                + " COALESCE(SUM(r.tries > 0), 0) FROM tape_removal r WHERE r.library = ?")
        .params(List.of(library))
        .query(
            (row, number) ->
                new Backlog(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)))
        .single();
  }

  /** Some of the copies that an administrator has to decide about, or some of the others. */
  public List<RemovalRow> list(JdbcClient sql, String library, boolean held, int most) {
    return sql.sql(SELECT + "WHERE r.library = ? AND r.held = ? ORDER BY r.due_ms LIMIT ?")
        .params(List.of(library, held, most))
        .query((row, number) -> read(row))
        .list();
  }

  /**
   * The result of an order for the copies of one file.
   *
   * @param copies number of copies
   * @param leaving number of copies that a tape system is just removing
   */
  public record Ordered(int copies, int leaving) {}

  /**
   * Permits the removal of a file's tape copies, or holds them until an administrator decides. A
   * batch with one of them learns it when it renews its lease; the tape system may be faster.
   */
  public Ordered hold(JdbcClient sql, UUID file, boolean held, Instant now) {
    String live = "batch IS NOT NULL AND batch <> ? AND COALESCE(due_ms, 0) > ?";
    List<Object> values = List.of(held, Rows.bytes(file), Rows.bytes(NOBODY), millis(now));
    int leaving =
        sql.sql("UPDATE tape_removal SET held = ? WHERE file_id = ? AND " + live)
            .params(values)
            .update();
    int others =
        sql.sql(
                "UPDATE tape_removal SET held = ?, due_ms = NULL, batch = NULL WHERE file_id = ?"
                    + " AND NOT ("
                    + live
                    + ")")
            .params(values)
            .update();
    return new Ordered(leaving + others, leaving);
  }

  private static RemovalRow read(ResultSet row) throws SQLException {
    return new RemovalRow(
        Rows.uuid(row.getBytes("file_id")),
        row.getString("library"),
        new TapeLocation(
            row.getString("volume"), row.getLong("position"), Rows.text(row.getBytes("object"))),
        row.getLong("size"),
        row.getString("adler32"),
        row.getString("area"),
        Rows.text(row.getBytes("path")),
        row.getInt("tries"),
        Rows.text(row.getBytes("failure")));
  }
}
