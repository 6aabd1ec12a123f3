package org.bora.backend.space;

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
import org.bora.api.word.FileStorageType;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.bora.storage.spi.AreaPath;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code stored_file}. */
final class StoredFileTable {
  private static final String SELECT =
      "SELECT f.id, f.space_id, f.share, f.owner, f.area, f.path, f.size, f.storage_type,"
          + " f.stored_ms, f.lifetime_s, f.ends_ms, f.on_disk, f.on_tape, f.used_ms"
          + " FROM stored_file f ";

  /**
   * Enters the files of these uploads as their rows in {@code put_file} tell, which has the true
   * sizes already. One statement, which finds the owner of the request itself.
   */
  void insertPublished(Dialogue dialogue, List<UUID> uploads, Instant now) {
    for (List<UUID> part : Rows.parts(uploads)) {
      List<Object> values = new ArrayList<>(List.of(millis(now), millis(now), millis(now)));
      part.forEach(id -> values.add(Rows.bytes(id)));
      dialogue.tell(
          "INSERT INTO stored_file (id, space_id, share, owner, area, path, size,"
              + " storage_type, stored_ms, used_ms, lifetime_s, ends_ms, vo_key)"
              + " SELECT p.upload_id, p.space_id, p.share, r.owner_dn, p.area, p.path, p.size,"
              + " p.storage_type, ?, ?, p.lifetime_s,"
              + " CASE WHEN p.lifetime_s >= 0 THEN ? + p.lifetime_s * 1000 END, p.vo_key"
              + " FROM put_file p JOIN request r ON r.id = p.request_id"
              + " WHERE p.upload_id IN ("
              + repeat("?", part.size())
              + ")",
          values);
    }
  }

  /** Enters files as they are given. */
  void insert(JdbcClient sql, List<StoredFile> files) {
    for (List<StoredFile> part : Rows.parts(files)) {
      List<Object> values = new ArrayList<>();
      part.forEach(file -> write(file, values));
      sql.sql(
              "INSERT INTO stored_file (id, space_id, share, owner, area, path, size,"
                  + " storage_type, stored_ms, lifetime_s, ends_ms, on_disk, on_tape, used_ms)"
                  + " VALUES "
                  + repeat("(" + repeat("?", 14) + ")", part.size()))
          .params(values)
          .update();
    }
  }

  private static void write(StoredFile file, List<Object> values) {
    values.addAll(
        List.of(
            Rows.bytes(file.id()),
            Rows.bytes(file.space()),
            file.share(),
            Rows.bytes(file.owner()),
            file.area(),
            Rows.bytes(file.path().toString()),
            file.size(),
            file.storageType().name(),
            millis(file.stored()),
            file.lifetimeSeconds(),
            Rows.orNothing(file.ends().map(Rows::millis)),
            file.presence().onDisk(),
            file.presence().onTape(),
            millis(file.presence().used())));
  }

  /** A file is somewhere else. */
  void place(JdbcClient sql, UUID id, String area, AreaPath path) {
    sql.sql("UPDATE stored_file SET area = ?, path = ?, missed_ms = NULL WHERE id = ?")
        .params(List.of(area, Rows.bytes(path.toString()), Rows.bytes(id)))
        .update();
  }

  /** These files, locked until the transaction ends; in the order of their identifiers. */
  List<StoredFile> lock(JdbcClient sql, Collection<UUID> ids) {
    List<StoredFile> found = new ArrayList<>();
    for (List<UUID> part : Rows.parts(ids.stream().sorted().toList())) {
      found.addAll(
          sql.sql(
                  SELECT
                      + "WHERE f.id IN ("
                      + repeat("?", part.size())
                      + ") ORDER BY f.id FOR UPDATE")
              .params(part.stream().map(Rows::bytes).toList())
              .query((row, number) -> read(row))
              .list());
    }
    return found;
  }

  /** These files, not locked. */
  List<StoredFile> find(JdbcClient sql, Collection<UUID> ids) {
    List<StoredFile> found = new ArrayList<>();
    for (List<UUID> part : Rows.parts(List.copyOf(ids))) {
      found.addAll(
          sql.sql(SELECT + "WHERE f.id IN (" + repeat("?", part.size()) + ")")
              .params(part.stream().map(Rows::bytes).toList())
              .query((row, number) -> read(row))
              .list());
    }
    return found;
  }

  /** The next files of an area, in the order of their identifiers; not locked. */
  List<StoredFile> inArea(JdbcClient sql, String area, UUID last, int most) {
    return sql.sql(SELECT + "WHERE f.area = ? AND f.id > ? ORDER BY f.id LIMIT ?")
        .params(List.of(area, Rows.bytes(last), most))
        .query((row, number) -> read(row))
        .list();
  }

  /** The files that the books know at these paths, locked; usually one each. */
  List<StoredFile> lockAt(JdbcClient sql, String area, Collection<AreaPath> paths) {
    List<StoredFile> found = new ArrayList<>();
    for (List<AreaPath> part : Rows.parts(List.copyOf(paths))) {
      List<Object> values = new ArrayList<>(List.of(area));
      part.forEach(path -> values.add(Rows.bytes(path.toString())));
      found.addAll(
          sql.sql(
                  SELECT
                      + "WHERE f.area = ? AND f.path IN ("
                      + repeat("?", part.size())
                      + ") FOR UPDATE")
              .params(values)
              .query((row, number) -> read(row))
              .list());
    }
    return found;
  }

  /** The same, not locked. */
  List<StoredFile> at(JdbcClient sql, String area, AreaPath path) {
    return sql.sql(SELECT + "WHERE f.area = ? AND f.path = ?")
        .params(List.of(area, Rows.bytes(path.toString())))
        .query((row, number) -> read(row))
        .list();
  }

  /** Some files below a directory that is not the root of its area; not locked. */
  List<StoredFile> below(JdbcClient sql, String area, AreaPath directory, int most) {
    // '0' is the character after '/': a range of the index
    return sql.sql(SELECT + "WHERE f.area = ? AND f.path >= ? AND f.path < ? LIMIT ?")
        .params(List.of(area, Rows.bytes(directory + "/"), Rows.bytes(directory + "0"), most))
        .query((row, number) -> read(row))
        .list();
  }

  /** Some files of a space after one of them, in the order of their identifiers; not locked. */
  List<StoredFile> of(JdbcClient sql, UUID space, UUID last, int most) {
    return sql.sql(SELECT + "WHERE f.space_id = ? AND f.id > ? ORDER BY f.id LIMIT ?")
        .params(List.of(Rows.bytes(space), Rows.bytes(last), most))
        .query((row, number) -> read(row))
        .list();
  }

  /** Some files at or below a path that are in other spaces than this one; not locked. */
  List<StoredFile> belowNotIn(JdbcClient sql, String area, AreaPath path, UUID space, int most) {
    List<Object> values = new ArrayList<>(List.of(area, Rows.bytes(space)));
    String within = "";
    if (!path.isRoot()) {
      within = " AND (f.path = ? OR (f.path >= ? AND f.path < ?))";
      values.add(Rows.bytes(path.toString()));
      values.add(Rows.bytes(path + "/"));
      values.add(Rows.bytes(path + "0"));
    }
    values.add(most);
    return sql.sql(SELECT + "WHERE f.area = ? AND f.space_id <> ?" + within + " LIMIT ?")
        .params(values)
        .query((row, number) -> read(row))
        .list();
  }

  /** Files, locked before, are counted elsewhere from now on. */
  void assign(JdbcClient sql, List<StoredFile> files, Promise where) {
    for (List<StoredFile> part : Rows.parts(files)) {
      List<Object> values = new ArrayList<>(List.of(Rows.bytes(where.space()), where.share()));
      part.forEach(file -> values.add(Rows.bytes(file.id())));
      sql.sql(
              "UPDATE stored_file SET space_id = ?, share = ? WHERE id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /** The lives of files, each with its end; never shortened by this: ends only move on. */
  void extend(JdbcClient sql, Collection<UUID> ids, Instant ends, int lifetimeSeconds) {
    for (List<UUID> part : Rows.parts(List.copyOf(ids))) {
      List<Object> values = new ArrayList<>(List.of(lifetimeSeconds, millis(ends), millis(ends)));
      part.forEach(id -> values.add(Rows.bytes(id)));
      sql.sql(
              "UPDATE stored_file SET lifetime_s = ?, ends_ms = ? WHERE ends_ms < ? AND id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /** Files, locked before, are on disk from now on, or are not. */
  void setOnDisk(JdbcClient sql, List<StoredFile> files, boolean onDisk) {
    set(sql, "on_disk = ?", onDisk, files.stream().map(StoredFile::id).toList());
  }

  void setOnTape(JdbcClient sql, Collection<UUID> ids, boolean onTape) {
    set(sql, "on_tape = ?", onTape, ids);
  }

  /** Never back in time: a late report is not the last use. */
  void setUsed(JdbcClient sql, Collection<UUID> ids, Instant now) {
    set(sql, "used_ms = GREATEST(used_ms, ?)", millis(now), ids);
  }

  private static void set(JdbcClient sql, String change, Object value, Collection<UUID> ids) {
    for (List<UUID> part : Rows.parts(ids.stream().sorted().toList())) {
      List<Object> values = new ArrayList<>(List.of(value));
      part.forEach(id -> values.add(Rows.bytes(id)));
      sql.sql(
              "UPDATE stored_file SET "
                  + change
                  + " WHERE id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /** Those of these files, locked before, that are not on disk; as they are now. */
  Set<UUID> notOnDisk(JdbcClient sql, Collection<UUID> ids) {
    Set<UUID> found = new HashSet<>();
    for (List<UUID> part : Rows.parts(List.copyOf(ids))) {
      found.addAll(
          sql.sql(
                  "SELECT f.id FROM stored_file f WHERE f.on_disk = FALSE AND f.id IN ("
                      + repeat("?", part.size())
                      + ") FOR UPDATE")
              .params(part.stream().map(Rows::bytes).toList())
              .query((row, number) -> Rows.uuid(row.getBytes(1)))
              .list());
    }
    return found;
  }

  void delete(JdbcClient sql, List<StoredFile> files) {
    for (List<StoredFile> part : Rows.parts(files)) {
      sql.sql("DELETE FROM stored_file WHERE id IN (" + repeat("?", part.size()) + ")")
          .params(part.stream().map(file -> Rows.bytes(file.id())).toList())
          .update();
    }
  }

  /** What was at or below one path is now at or below another. */
  void move(JdbcClient sql, String area, AreaPath from, AreaPath to) {
    // what would become too long stays, and is found gone by the sweep
    sql.sql(
            "UPDATE stored_file SET path = CONCAT(?, SUBSTRING(path, ?)), missed_ms = NULL"
                + " WHERE area = ?"
                + " AND (path = ? OR (path >= ? AND path < ?)) AND OCTET_LENGTH(path) <= ?")
        .params(MovedPaths.parameters(area, from, to))
        .update();
  }

  /** What the files of a space add up to. */
  Sums sums(JdbcClient sql, UUID space) {
    return sql.sql(
            "SELECT COALESCE(SUM(CASE WHEN f.on_disk THEN f.size ELSE 0 END), 0), COUNT(*)"
                + " FROM stored_file f WHERE f.space_id = ?")
        .param(Rows.bytes(space))
        .query((row, number) -> new Sums(0, 0, row.getLong(1), row.getLong(2)))
        .single();
  }

  /** What active puts of a space have been promised, in bytes. */
  long promised(JdbcClient sql, UUID space) {
    return sql.sql(
            "SELECT COALESCE(SUM(p.promised), 0) FROM put_file p WHERE p.space_id = ?"
                + " AND p.state = 'SPACE_AVAILABLE'")
        .param(Rows.bytes(space))
        .query(Long.class)
        .single();
  }

  /** The next files of an area that are on disk, by the time of their last use. */
  List<StoredFile> resident(
      JdbcClient sql, String area, boolean onTape, ResidentFiles.Cursor after, int most) {
    long from = millis(after.used());
    return sql.sql(
            SELECT
                + "FORCE INDEX (stored_file_buffer) WHERE f.area = ? AND f.on_disk = TRUE"
                + " AND f.on_tape = ? AND f.used_ms >= ? AND (f.used_ms > ? OR f.id > ?)"
                + " ORDER BY f.used_ms, f.id LIMIT ?")
        .params(List.of(area, onTape, from, from, Rows.bytes(after.id()), most))
        .query((row, number) -> read(row))
        .list();
  }

  long residentNotOnTape(JdbcClient sql, String area) {
    return sql.sql(
            "SELECT COALESCE(SUM(f.size), 0) FROM stored_file f FORCE INDEX (stored_file_buffer)"
                + " WHERE f.area = ? AND f.on_disk = TRUE AND f.on_tape = FALSE")
        .param(area)
        .query(Long.class)
        .single();
  }

  /** What of an area has a verified copy on tape, whether it is on disk too or not. */
  AreaFigures.Held onTape(JdbcClient sql, String area) {
    return sql.sql(
            "SELECT COALESCE(SUM(f.size), 0), COUNT(*) FROM stored_file f"
                + " FORCE INDEX (stored_file_buffer)"
                + " WHERE f.area = ? AND f.on_disk IN (TRUE, FALSE) AND f.on_tape = TRUE")
        .param(area)
        .query((row, number) -> new AreaFigures.Held(row.getLong(1), row.getLong(2)))
        .single();
  }

  static StoredFile read(ResultSet row) throws SQLException {
    long ends = row.getLong("ends_ms");
    Optional<Instant> until =
        row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ends));
    return new StoredFile(
        Rows.uuid(row.getBytes("id")),
        Rows.uuid(row.getBytes("space_id")),
        row.getInt("share"),
        Rows.text(row.getBytes("owner")),
        row.getString("area"),
        AreaPath.parse(Rows.text(row.getBytes("path"))),
        row.getLong("size"),
        FileStorageType.valueOf(row.getString("storage_type")),
        Instant.ofEpochMilli(row.getLong("stored_ms")),
        row.getInt("lifetime_s"),
        until,
        new Presence(
            row.getBoolean("on_disk"),
            row.getBoolean("on_tape"),
            Instant.ofEpochMilli(row.getLong("used_ms"))));
  }

  /**
   * Takes files whose lives ended before {@code now} and are not told yet, oldest first, passing
   * over those that another backend has just taken.
   */
  List<StoredFile> takeEnded(JdbcClient sql, Instant now, StoredFiles.Cursor after, int most) {
    long from = millis(after.ends());
    return sql.sql(
            SELECT
                + "WHERE f.ended_told = FALSE AND f.ends_ms <= ? AND f.ends_ms >= ?"
                + " AND (f.ends_ms > ? OR f.id > ?)"
                + " ORDER BY f.ends_ms, f.id LIMIT ? FOR UPDATE SKIP LOCKED")
        .params(List.of(millis(now), from, from, Rows.bytes(after.id()), most))
        .query((row, number) -> read(row))
        .list();
  }

  void setTold(JdbcClient sql, List<UUID> ids) {
    for (List<UUID> part : Rows.parts(ids)) {
      sql.sql(
              "UPDATE stored_file SET ended_told = TRUE WHERE id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .update();
    }
  }

  void setEnd(JdbcClient sql, UUID id, int lifetimeSeconds, Instant ends) {
    sql.sql("UPDATE stored_file SET lifetime_s = ?, ends_ms = ?, ended_told = FALSE WHERE id = ?")
        .params(List.of(lifetimeSeconds, millis(ends), Rows.bytes(id)))
        .update();
  }
}
