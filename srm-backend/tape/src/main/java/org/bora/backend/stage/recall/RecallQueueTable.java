package org.bora.backend.stage.recall;

import java.time.Instant;
import java.util.List;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_recall} as an administrator sees it: by volumes. */
public final class RecallQueueTable {

  /** Volumes that something is wanted from, those wanted for longest first; reads all rows. */
  public List<RecallQueue> queues(JdbcClient sql, String library, int most) {
    return sql.sql(
            "SELECT t.volume, COUNT(*) AS files, SUM(t.size) AS bytes,"
                + " SUM(t.state = 'RUNNING') AS running, SUM(t.tries > 0) AS failing,"
                + " MIN(t.wanted_ms) AS oldest, MAX(t.failure) AS failure"
                + " FROM tape_recall t WHERE t.library_name = ?"
                + " GROUP BY t.volume ORDER BY oldest, t.volume LIMIT ?")
        .params(List.of(library, most))
        .query(
            (row, number) ->
                new RecallQueue(
                    row.getString("volume"),
                    row.getLong("files"),
                    row.getLong("bytes"),
                    row.getLong("running"),
                    row.getLong("failing"),
                    Instant.ofEpochMilli(row.getLong("oldest")),
                    Rows.text(row.getBytes("failure"))))
        .list();
  }
}
