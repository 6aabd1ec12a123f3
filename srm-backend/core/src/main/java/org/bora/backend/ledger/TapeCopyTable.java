package org.bora.backend.ledger;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table {@code tape_copy}: the tape copies of files in the books. The files carry the same
 * facts; the table outlives them, so that a copy can be removed when its file no longer exists.
 */
public final class TapeCopyTable {

  /** Records that a file is on tape, and replaces earlier data about it. */
  public void insert(JdbcClient sql, Map<UUID, TapeCopy> copies) {
    for (List<Map.Entry<UUID, TapeCopy>> part : Rows.parts(List.copyOf(copies.entrySet()))) {
      List<Object> values = new ArrayList<>();
      part.forEach(one -> write(one.getKey(), one.getValue(), values));
      sql.sql(
              "REPLACE INTO tape_copy (file_id, `library`, volume, position, object, size, adler32,"
                  + " written_ms) VALUES "
                  + repeat("(?, ?, ?, ?, ?, ?, ?, ?)", part.size()))
          .params(values)
          .update();
    }
  }

  private static void write(UUID file, TapeCopy copy, List<Object> values) {
    TapeLocation location = copy.location();
    values.addAll(
        List.of(
            Rows.bytes(file),
            copy.library(),
            location.volume(),
            location.position(),
            Rows.bytes(location.object()),
            copy.size(),
            copy.adler32(),
            millis(copy.writtenAt())));
  }

  /** The tape copies of these files; without files that are not on tape. */
  public Map<UUID, TapeLocation> locations(JdbcClient sql, Collection<UUID> files) {
    Map<UUID, TapeLocation> found = new HashMap<>();
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      sql.sql(
              "SELECT c.file_id, c.volume, c.position, c.object FROM tape_copy c"
                  + " WHERE c.file_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .query(
              row -> {
                found.put(
                    Rows.uuid(row.getBytes("file_id")),
                    new TapeLocation(
                        row.getString("volume"),
                        row.getLong("position"),
                        Rows.text(row.getBytes("object"))));
              });
    }
    return found;
  }

  /** What is known of the copies of these files: all but their SHA-256. */
  public Map<UUID, TapeCopy> find(JdbcClient sql, Collection<UUID> files) {
    Map<UUID, TapeCopy> found = new HashMap<>();
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      sql.sql(
              "SELECT c.file_id, c.library, c.volume, c.position, c.object, c.size, c.adler32,"
                  + " c.written_ms FROM tape_copy c WHERE c.file_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .query(
              row -> {
                found.put(Rows.uuid(row.getBytes("file_id")), read(row));
              });
    }
    return found;
  }

  private static TapeCopy read(ResultSet row) throws SQLException {
    return new TapeCopy(
        row.getString("library"),
        new TapeLocation(
            row.getString("volume"), row.getLong("position"), Rows.text(row.getBytes("object"))),
        row.getLong("size"),
        row.getString("adler32"),
        Optional.empty(),
        Instant.ofEpochMilli(row.getLong("written_ms")));
  }

  void delete(JdbcClient sql, Collection<UUID> files) {
    for (List<UUID> part : Rows.parts(files.stream().sorted().toList())) {
      sql.sql("DELETE FROM tape_copy WHERE file_id IN (" + repeat("?", part.size()) + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .update();
    }
  }
}
