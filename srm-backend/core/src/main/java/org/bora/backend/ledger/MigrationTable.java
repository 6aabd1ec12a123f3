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
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table {@code tape_migration}: a row for each file that must go to tape and is not there yet.
 */
public final class MigrationTable {
  /** Bytes of a reason that are kept. */
  private static final int MOST_REASON = 1000;

  private static final String SELECT =
      "SELECT m.file_id, m.library, m.area, m.size, m.queued_ms, m.tries, m.failure, m.unwanted"
          + " FROM tape_migration m ";

  /**
   * Makes files that are in the books and not on tape wait for a library, unless they already do.
   *
   * @return the number of files that did not wait yet
   */
  public int enter(JdbcClient sql, String library, Collection<UUID> files) {
    int entered = 0;
    for (List<UUID> part : Rows.parts(files.stream().sorted().toList())) {
      List<Object> values = new ArrayList<>(List.of(library));
      part.forEach(id -> values.add(Rows.bytes(id)));
      entered +=
          sql.sql(
                  "INSERT IGNORE INTO tape_migration (file_id, `library`, area, size, queued_ms,"
                      + " due_ms) SELECT f.id, ?, f.area, f.size, f.stored_ms, f.stored_ms"
                      + " FROM stored_file f WHERE f.on_tape = FALSE AND f.id IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(values)
              .update();
    }
    return entered;
  }

  /** Removes files that are gone. Those in a batch stay, so that the batch notices it. */
  void leave(JdbcClient sql, Collection<UUID> files) {
    for (List<UUID> part : Rows.parts(files.stream().sorted().toList())) {
      String these = " file_id IN (" + repeat("?", part.size()) + ")";
      List<byte[]> ids = part.stream().map(Rows::bytes).toList();
      sql.sql("DELETE FROM tape_migration WHERE batch IS NULL AND" + these).params(ids).update();
      sql.sql("UPDATE tape_migration SET unwanted = TRUE WHERE" + these).params(ids).update();
    }
  }

  /**
   * Files of one area that wait for a library and could be started now.
   *
   * @param oldest when the oldest of them was queued; absent if there are none
   */
  public record Waiting(int files, long bytes, Optional<Instant> oldest) {}

  /**
   * What waits, counted up to a number of files: more make no difference to the callers of this.
   *
   * @param now only what may be tried again by then
   */
  public Waiting waiting(JdbcClient sql, String library, String area, Instant now, int most) {
    return sql.sql(
            "SELECT COUNT(*), COALESCE(SUM(w.size), 0), MIN(w.queued_ms) FROM"
                + " (SELECT m.size, m.queued_ms FROM tape_migration m WHERE m.library = ?"
                + " AND m.area = ? AND m.due_ms <= ? ORDER BY m.due_ms LIMIT ?) w")
        .params(List.of(library, area, millis(now), most))
        .query((row, number) -> waiting(row))
        .single();
  }

  private static Waiting waiting(ResultSet row) throws SQLException {
    long oldest = row.getLong(3);
    Optional<Instant> since =
        row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(oldest));
    return new Waiting(row.getInt(1), row.getLong(2), since);
  }

  /**
   * Locks files that may be started, those due longest first; files locked by others are skipped.
   */
  public List<MigrationRow> lockDue(
      JdbcClient sql, String library, String area, Instant now, int most) {
    return sql.sql(
            SELECT
                + "WHERE m.library = ? AND m.area = ? AND m.due_ms <= ? ORDER BY m.due_ms LIMIT ?"
                + " FOR UPDATE SKIP LOCKED")
        .params(List.of(library, area, millis(now), most))
        .query((row, number) -> read(row))
        .list();
  }

  /** Files, locked before, belong to a batch until its lease ends. */
  public void claim(JdbcClient sql, Collection<UUID> files, UUID batch, Instant until) {
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      List<Object> values = new ArrayList<>(List.of(Rows.bytes(batch), millis(until)));
      part.forEach(id -> values.add(Rows.bytes(id)));
      sql.sql(
              "UPDATE tape_migration SET batch = ?, due_ms = ? WHERE file_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /** The batch has its files until then. */
  public void renew(JdbcClient sql, UUID batch, Instant until) {
    sql.sql("UPDATE tape_migration SET due_ms = ? WHERE batch = ?")
        .params(List.of(millis(until), Rows.bytes(batch)))
        .update();
  }

  /** The files of a batch that were removed or overwritten since it has them. */
  public Set<UUID> unwanted(JdbcClient sql, UUID batch) {
    return new HashSet<>(
        sql.sql("SELECT m.file_id FROM tape_migration m WHERE m.batch = ? AND m.unwanted = TRUE")
            .params(List.of(Rows.bytes(batch)))
            .query((row, number) -> Rows.uuid(row.getBytes(1)))
            .list());
  }

  /** They are on tape, or need not be any more. */
  public void delete(JdbcClient sql, Collection<UUID> files) {
    for (List<UUID> part : Rows.parts(files.stream().sorted().toList())) {
      sql.sql("DELETE FROM tape_migration WHERE file_id IN (" + repeat("?", part.size()) + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .update();
    }
  }

  /** The batch gives a file back, to be tried again at {@code due}. */
  public void postpone(
      JdbcClient sql, UUID file, UUID batch, int tries, String failure, Instant due) {
    sql.sql(
            "UPDATE tape_migration SET batch = NULL, tries = ?, failure = ?, due_ms = ?"
                + " WHERE file_id = ? AND batch = ?")
        .params(
            List.of(
                tries,
                Rows.bytes(failure, MOST_REASON),
                millis(due),
                Rows.bytes(file),
                Rows.bytes(batch)))
        .update();
  }

  /** Those of these files that are not on tape yet. */
  public Set<UUID> open(JdbcClient sql, Collection<UUID> files) {
    Set<UUID> open = new HashSet<>();
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      open.addAll(
          sql.sql(
                  "SELECT m.file_id FROM tape_migration m WHERE m.unwanted = FALSE"
                      + " AND m.file_id IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(part.stream().map(Rows::bytes).toList())
              .query((row, number) -> Rows.uuid(row.getBytes(1)))
              .list());
    }
    return open;
  }

  /** Those of these paths at which files lie that are not on tape yet. */
  public List<String> openAt(JdbcClient sql, String area, Collection<String> paths) {
    List<String> open = new ArrayList<>();
    for (List<String> part : Rows.parts(List.copyOf(paths))) {
      List<Object> values = new ArrayList<>(List.of(area));
      part.forEach(path -> values.add(Rows.bytes(path)));
      open.addAll(
          sql.sql(
                  "SELECT f.path FROM stored_file f JOIN tape_migration m ON m.file_id = f.id"
                      + " WHERE f.area = ? AND f.path IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(values)
              .query((row, number) -> Rows.text(row.getBytes(1)))
              .list());
    }
    return open;
  }

  /** The backlog of a library, for people. */
  public record Backlog(long files, long bytes, long running, long failing) {}

  /** Everything that waits for a library; reads all of its rows. */
  public Backlog backlog(JdbcClient sql, String library, Instant now) {
    return sql.sql(
            "SELECT COUNT(*), COALESCE(SUM(m.size), 0),"
                + " COALESCE(SUM(m.batch IS NOT NULL AND m.due_ms > ?), 0),"
                + " COALESCE(SUM(m.tries > 0), 0) FROM tape_migration m WHERE m.library = ?")
        .params(List.of(millis(now), library))
        .query(
            (row, number) ->
                new Backlog(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)))
        .single();
  }

  /** Files with at least so many failures, those with the most failures first. */
  public List<MigrationRow> failing(JdbcClient sql, String library, int tries, int most) {
    return sql.sql(SELECT + "WHERE m.library = ? AND m.tries >= ? ORDER BY m.tries DESC LIMIT ?")
        .params(List.of(library, tries, most))
        .query((row, number) -> read(row))
        .list();
  }

  /** Bytes of an area's files that have failed at least so often. */
  public long failingBytes(JdbcClient sql, String library, String area, int tries) {
    return sql.sql(
            "SELECT COALESCE(SUM(m.size), 0) FROM tape_migration m"
                + " WHERE m.library = ? AND m.tries >= ? AND m.area = ?")
        .params(List.of(library, tries, area))
        .query(Long.class)
        .single();
  }

  /** How many files have failed at least so often. */
  public long countFailing(JdbcClient sql, String library, int tries) {
    return sql.sql("SELECT COUNT(*) FROM tape_migration m WHERE m.library = ? AND m.tries >= ?")
        .params(List.of(library, tries))
        .query(Long.class)
        .single();
  }

  /** Files that failed are tried again at once, as after a repair. Returns how many. */
  public int retryNow(JdbcClient sql, String library, Instant now) {
    return sql.sql(
            "UPDATE tape_migration SET due_ms = ? WHERE `library` = ? AND tries > 0"
                + " AND batch IS NULL AND due_ms > ?")
        .params(List.of(millis(now), library, millis(now)))
        .update();
  }

  private static MigrationRow read(ResultSet row) throws SQLException {
    return new MigrationRow(
        Rows.uuid(row.getBytes("file_id")),
        row.getString("library"),
        row.getString("area"),
        row.getLong("size"),
        Instant.ofEpochMilli(row.getLong("queued_ms")),
        row.getInt("tries"),
        Rows.text(row.getBytes("failure")),
        row.getBoolean("unwanted"));
  }
}
