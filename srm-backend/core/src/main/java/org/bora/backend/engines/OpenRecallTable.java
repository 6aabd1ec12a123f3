package org.bora.backend.engines;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.request.RequestToken;
import org.bora.backend.space.MovedPaths;
import org.bora.storage.spi.AreaPath;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The open recalls, for code outside the recall engine: which files they are for, and what a rename
 * or a resumed request changes in them. The rows belong to the recall engine.
 */
public final class OpenRecallTable {

  /** Those of these files that callers wait for, or that are being recalled. */
  public Set<UUID> among(JdbcClient sql, Collection<UUID> files) {
    Set<UUID> found = new HashSet<>();
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      found.addAll(
          sql.sql(
                  "SELECT t.file_id FROM tape_recall t WHERE t.file_id IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(part.stream().map(Rows::bytes).toList())
              .query((row, number) -> Rows.uuid(row.getBytes(1)))
              .list());
    }
    return found;
  }

  /** A file, or a directory with all below it, has another name: the recalls follow. */
  public void move(JdbcClient sql, String area, AreaPath from, AreaPath to) {
    sql.sql(
            "UPDATE tape_recall SET path = CONCAT(?, SUBSTRING(path, ?)) WHERE area = ?"
                + " AND (path = ? OR (path >= ? AND path < ?)) AND OCTET_LENGTH(path) <= ?")
        .params(MovedPaths.parameters(area, from, to))
        .update();
  }

  /** The files of a request that is resumed need not wait for the end of a pause. */
  public void wake(JdbcClient sql, RequestToken request, Instant now) {
    sql.sql(
            "UPDATE tape_recall t JOIN pin p ON p.file_id = t.file_id SET t.due_ms = ?"
                + " WHERE p.request_id = ? AND p.state = 'WAITING' AND t.tries = 0"
                + " AND t.due_ms > ?")
        .params(List.of(millis(now), request.bytes(), millis(now)))
        .update();
  }
}
