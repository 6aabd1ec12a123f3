package org.bora.backend.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bora.backend.database.Rows;
import org.bora.backend.desk.RecallDesk.RecallLine;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_recall}, file by file, in the order of its index. */
final class RecallFileTable {
  /** One statement for each state, as the index begins so: what runs comes first. */
  List<RecallLine> files(
      JdbcClient sql, String library, Optional<String> volume, Optional<String> state, int most) {
    List<RecallLine> files = new ArrayList<>();
    for (String one : RecallDesk.STATES) {
      if (files.size() < most
          && state.map(wanted -> wanted.toUpperCase(Locale.ROOT).equals(one)).orElse(true)) {
        files.addAll(inState(sql, library, volume, one, most - files.size()));
      }
    }
    return files;
  }

  private static List<RecallLine> inState(
      JdbcClient sql, String library, Optional<String> volume, String state, int most) {
    List<Object> values = new ArrayList<>(List.of(library, state));
    volume.ifPresent(values::add);
    values.add(most);
    return sql.sql(
            "SELECT file_id, state, volume, position, area, path, size, wanted_ms, deadline_ms,"
                + " due_ms, tries, failure FROM tape_recall WHERE library_name = ? AND state = ?"
                + (volume.isPresent() ? " AND volume = ?" : "")
                + " ORDER BY volume, position, wanted_ms LIMIT ?")
        .params(values)
        .query(
            (row, number) ->
                new RecallLine(
                    Rows.uuid(row.getBytes(1)).toString(),
                    row.getString(2),
                    row.getString(3),
                    row.getLong(4),
                    row.getString(5),
                    Rows.text(row.getBytes(6)),
                    row.getLong(7),
                    Instant.ofEpochMilli(row.getLong(8)),
                    Instant.ofEpochMilli(row.getLong(9)),
                    Instant.ofEpochMilli(row.getLong(10)),
                    row.getInt(11),
                    Rows.text(row.getBytes(12))))
        .list();
  }
}
