package org.bora.backend.merge;

import static org.bora.backend.database.Rows.repeat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.request.PutState;
import org.bora.storage.spi.AreaPath;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code merged_part}, and the files in {@code stored_file} that it names. */
final class MergedPartTable {

  /**
   * A file that may become a part.
   *
   * @param vo absent if its owner had none, or if it is unknown
   */
  record Part(UUID id, String owner, Optional<UUID> vo, long size) {}

  /**
   * A file that is removed with a merge.
   *
   * @param leftover whether it counts for quotas until then
   */
  record Mark(UUID part, boolean leftover) {}

  /**
   * A mark as the sweep finds it.
   *
   * @param path of the file; absent if it no longer exists
   * @param state of the put; absent if the put was deleted
   */
  record Marked(
      UUID part,
      UUID put,
      String area,
      AreaPath directory,
      Optional<AreaPath> path,
      Optional<PutState> state) {}

  /** The files that the books know at these paths, locked. */
  List<Part> lock(JdbcClient sql, String area, List<AreaPath> paths) {
    List<Part> found = new ArrayList<>();
    for (List<AreaPath> part : Rows.parts(paths)) {
      List<Object> values = new ArrayList<>(List.of(area));
      part.forEach(path -> values.add(Rows.bytes(path.toString())));
      found.addAll(
          sql.sql(
                  "SELECT f.id, f.owner, f.vo_key, f.size FROM stored_file f"
                      + " WHERE f.area = ? AND f.path IN ("
                      + repeat("?", part.size())
                      + ") FOR UPDATE")
              .params(values)
              .query(
                  (row, number) ->
                      new Part(
                          Rows.uuid(row.getBytes(1)),
                          Rows.text(row.getBytes(2)),
                          Optional.ofNullable(row.getBytes(3)).map(Rows::uuid),
                          row.getLong(4)))
              .list());
    }
    return found;
  }

  /** The states of the puts that have marked some of these files. */
  List<Optional<PutState>> puts(JdbcClient sql, List<UUID> ids) {
    List<Optional<PutState>> states = new ArrayList<>();
    for (List<UUID> part : Rows.parts(ids)) {
      states.addAll(
          sql.sql(
                  "SELECT p.state FROM merged_part m LEFT JOIN put_file p"
                      + " ON p.upload_id = m.put_id WHERE m.part_id IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(part.stream().map(Rows::bytes).toList())
              .query((row, number) -> Optional.ofNullable(row.getString(1)).map(PutState::valueOf))
              .list());
    }
    return states;
  }

  void delete(JdbcClient sql, List<UUID> ids) {
    for (List<UUID> part : Rows.parts(ids)) {
      sql.sql("DELETE FROM merged_part WHERE part_id IN (" + repeat("?", part.size()) + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .update();
    }
  }

  /** Forgets these marks, unless others have taken their places. */
  void forget(JdbcClient sql, Collection<Marked> marks) {
    for (Marked mark : marks) {
      sql.sql("DELETE FROM merged_part WHERE part_id = ? AND put_id = ?")
          .params(List.of(Rows.bytes(mark.part()), Rows.bytes(mark.put())))
          .update();
    }
  }

  void insert(JdbcClient sql, UUID put, String area, AreaPath directory, List<Mark> marks) {
    for (List<Mark> part : Rows.parts(marks)) {
      List<Object> values = new ArrayList<>();
      for (Mark mark : part) {
        values.addAll(List.of(Rows.bytes(mark.part()), Rows.bytes(put), mark.leftover(), area));
        values.add(Rows.bytes(directory.toString()));
      }
      sql.sql(
              "INSERT INTO merged_part (part_id, put_id, leftover, area, directory) VALUES "
                  + repeat("(?, ?, ?, ?, ?)", part.size()))
          .params(values)
          .update();
    }
  }

  /** The next marks, in the order of their files. */
  List<Marked> next(JdbcClient sql, UUID after, int most) {
    return sql.sql(
            "SELECT m.part_id, m.put_id, m.area, m.directory, f.path, p.state FROM merged_part m"
                + " LEFT JOIN stored_file f ON f.id = m.part_id"
                + " LEFT JOIN put_file p ON p.upload_id = m.put_id"
                + " WHERE m.part_id > ? ORDER BY m.part_id LIMIT ?")
        .params(List.of(Rows.bytes(after), most))
        .query(
            (row, number) ->
                new Marked(
                    Rows.uuid(row.getBytes(1)),
                    Rows.uuid(row.getBytes(2)),
                    row.getString(3),
                    AreaPath.parse(Rows.text(row.getBytes(4))),
                    Optional.ofNullable(row.getBytes(5)).map(Rows::text).map(AreaPath::parse),
                    Optional.ofNullable(row.getString(6)).map(PutState::valueOf)))
        .list();
  }
}
