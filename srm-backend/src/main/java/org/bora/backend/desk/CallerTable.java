package org.bora.backend.desk;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.database.Rows;
import org.bora.backend.desk.CallerFigures.Caller;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Open files by who asked for them. Each statement reads what is open by an index, and nothing of
 * what has ended.
 */
final class CallerTable {

  /** A figure for each caller and kind of work; one caller may have several. */
  List<Caller> open(JdbcClient sql, Instant now) {
    List<Caller> all = new ArrayList<>();
    sql.sql(
            "SELECT r.owner_dn, COUNT(DISTINCT r.id), COUNT(*), SUM(f.promised) FROM put_file f"
                + " JOIN request r ON r.id = f.request_id WHERE f.state = 'SPACE_AVAILABLE'"
                + " AND f.pin_until_ms > ? GROUP BY r.owner_dn")
        .param(millis(now))
        .query(
            row -> {
              all.add(
                  new Caller(
                      Rows.text(row.getBytes(1)),
                      row.getLong(2),
                      row.getLong(3),
                      row.getLong(4),
                      0,
                      0,
                      0,
                      0,
                      0));
            });
    for (String state : List.of("PINNED", "WAITING")) {
      boolean pinned = state.equals("PINNED");
      sql.sql(
              "SELECT r.owner_dn, COUNT(DISTINCT r.id), COUNT(*), COALESCE(SUM(p.size), 0)"
                  + " FROM pin p JOIN request r ON r.id = p.request_id WHERE p.state = ?"
                  + " AND p.pin_until_ms > ? GROUP BY r.owner_dn")
          .params(List.of(state, millis(now)))
          .query(
              row -> {
                long files = row.getLong(3);
                long bytes = row.getLong(4);
                all.add(
                    new Caller(
                        Rows.text(row.getBytes(1)),
                        row.getLong(2),
                        0,
                        0,
                        pinned ? files : 0,
                        pinned ? bytes : 0,
                        pinned ? 0 : files,
                        pinned ? 0 : bytes,
                        0));
              });
    }
    sql.sql(
            "SELECT r.owner_dn, COUNT(DISTINCT r.id), COUNT(*) FROM copy_file c"
                + " JOIN request r ON r.id = c.request_id WHERE c.state IN ('QUEUED', 'RUNNING')"
                + " GROUP BY r.owner_dn")
        .query(
            row -> {
              all.add(
                  new Caller(
                      Rows.text(row.getBytes(1)),
                      row.getLong(2),
                      0,
                      0,
                      0,
                      0,
                      0,
                      0,
                      row.getLong(3)));
            });
    return all;
  }
}
