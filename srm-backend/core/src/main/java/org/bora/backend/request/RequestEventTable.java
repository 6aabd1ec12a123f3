package org.bora.backend.request;

import static org.bora.backend.database.Rows.millis;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table {@code request_event}. A row is written in the transaction that makes the change, and
 * only if it changes something: a repeated call finds nothing left to change.
 */
public final class RequestEventTable {
  /** Changes of one kind by one caller that begin in the same slot are one row. */
  static final Duration SLOT = Duration.ofMinutes(10);

  private static final int LONGEST_NAME = 2000;
  private static final int LONGEST_REASON = 1000;

  /** Adds that {@code files} files of a request were changed; 0 for the request as a whole. */
  public void add(
      Dialogue dialogue,
      RequestToken token,
      RequestEvent.Kind kind,
      ChangedBy by,
      Instant now,
      int files) {
    long at = millis(now);
    dialogue.tell(
        "INSERT INTO request_event (request_id, slot_ms, kind, ordered, by_name, reason, first_ms,"
            + " last_ms, files) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE reason = VALUES(reason),"
            + " last_ms = GREATEST(last_ms, VALUES(last_ms)), files = files + VALUES(files)",
        List.of(
            token.bytes(),
            at - at % SLOT.toMillis(),
            kind.name(),
            by.ordered(),
            Rows.bytes(by.name(), LONGEST_NAME),
            Rows.bytes(by.reason(), LONGEST_REASON),
            at,
            at,
            files));
  }

  /**
   * The same for some requests.
   *
   * @param files how many of each were changed; nothing is added where none was
   */
  public void add(
      Dialogue dialogue,
      Map<RequestToken, Integer> files,
      RequestEvent.Kind kind,
      ChangedBy by,
      Instant now) {
    files.forEach(
        (token, changed) -> {
          if (changed > 0) {
            add(dialogue, token, kind, by, now, changed);
          }
        });
  }

  /** The last events of a request, the newest first, without those of kinds not known here. */
  public List<RequestEvent> last(JdbcClient sql, RequestToken token, int most) {
    return sql
        .sql(
            "SELECT kind, ordered, by_name, reason, first_ms, last_ms, files"
                + " FROM request_event WHERE request_id = ? ORDER BY slot_ms DESC LIMIT ?")
        .params(List.of(token.bytes(), most))
        .query(
            (row, number) -> {
              Optional<RequestEvent.Kind> kind = RequestEvent.Kind.named(row.getString("kind"));
              return kind.isEmpty()
                  ? Optional.<RequestEvent>empty()
                  : Optional.of(read(kind.get(), row));
            })
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private static RequestEvent read(RequestEvent.Kind kind, ResultSet row) throws SQLException {
    return new RequestEvent(
        kind,
        new ChangedBy(
            Rows.text(row.getBytes("by_name")),
            row.getBoolean("ordered"),
            Rows.text(row.getBytes("reason"))),
        Instant.ofEpochMilli(row.getLong("first_ms")),
        Instant.ofEpochMilli(row.getLong("last_ms")),
        row.getInt("files"));
  }

  /** How many events a request has. */
  public long count(JdbcClient sql, RequestToken token) {
    return sql.sql("SELECT COUNT(*) FROM request_event WHERE request_id = ?")
        .param(token.bytes())
        .query(Long.class)
        .single();
  }
}
