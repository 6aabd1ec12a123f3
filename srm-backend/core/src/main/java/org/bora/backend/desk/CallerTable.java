package org.bora.backend.desk;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.database.Rows;
import org.bora.backend.desk.CallerFigures.Caller;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Open files by caller. Each statement reads only open rows, by an index. */
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
                  Caller.writing(
                      Rows.text(row.getBytes(1)), row.getLong(2), row.getLong(3), row.getLong(4)));
            });
    // both states at once: a request may have files in either, and is one request
    sql.sql(
            "SELECT r.owner_dn, COUNT(DISTINCT r.id), SUM(p.state = 'PINNED'),"
                + " COALESCE(SUM(CASE WHEN p.state = 'PINNED' THEN p.size END), 0),"
                + " SUM(p.state = 'WAITING'),"
                + " COALESCE(SUM(CASE WHEN p.state = 'WAITING' THEN p.size END), 0)"
                + " FROM pin p JOIN request r ON r.id = p.request_id"
                + " WHERE p.state IN ('PINNED', 'WAITING') AND p.pin_until_ms > ?"
                + " GROUP BY r.owner_dn")
        .param(millis(now))
        .query(
            row -> {
              all.add(
                  Caller.reading(
                      Rows.text(row.getBytes(1)),
                      row.getLong(2),
                      row.getLong(3),
                      row.getLong(4),
                      row.getLong(5),
                      row.getLong(6)));
            });
    sql.sql(
            "SELECT r.owner_dn, COUNT(DISTINCT r.id), COUNT(*) FROM copy_file c"
                + " JOIN request r ON r.id = c.request_id WHERE c.state IN ('QUEUED', 'RUNNING')"
                + " GROUP BY r.owner_dn")
        .query(
            row -> {
              all.add(Caller.copying(Rows.text(row.getBytes(1)), row.getLong(2), row.getLong(3)));
            });
    return all;
  }
}
