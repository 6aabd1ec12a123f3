package org.bora.backend.desk;

import static org.bora.backend.database.Rows.millis;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code request}, and those of its files, as an administrator looks through them. */
final class RequestListTable {
  /** No token comes after it. */
  private static final RequestToken LAST = new RequestToken(new UUID(-1, -1));

  /**
   * A request that is stored as open has ended if its time is over, although the database does not
   * say so yet.
   */
  private static final String OPEN =
      "(SELECT f.request_id AS id FROM put_file f WHERE f.state = 'SPACE_AVAILABLE'"
          + " AND f.request_id < ?)"
          + " UNION (SELECT p.request_id FROM pin p WHERE p.state = 'PINNED'"
          + " AND p.pin_until_ms > ? AND p.request_id < ?)"
          + " UNION (SELECT p.request_id FROM pin p WHERE p.state = 'WAITING'"
          + " AND p.pin_until_ms > ? AND p.request_id < ?)"
          + " UNION (SELECT c.request_id FROM copy_file c WHERE c.state IN ('QUEUED', 'RUNNING')"
          + " AND c.request_id < ?)";

  private final RequestTable requests = new RequestTable();

  /** The number and size of the files of a request in one state. */
  record Count(RequestToken token, String state, long files, long bytes) {}

  /** The next tokens, the newest first. */
  List<RequestToken> tokens(JdbcClient sql, RequestFilter filter, Instant now, int most) {
    RequestToken bound = bound(filter);
    if (filter.openOnly()) {
      return open(sql, bound.bytes(), now, most);
    }
    if (filter.owner().isPresent()) {
      return ofOwner(sql, filter.owner().get(), bound, most);
    }
    return filter.vo().isPresent()
        ? ofVo(sql, filter.vo().get(), bound.bytes(), most)
        : newest(sql, bound.bytes(), most);
  }

  private static List<RequestToken> open(JdbcClient sql, byte[] bound, Instant now, int most) {
    long today = millis(now);
    return sql.sql("SELECT o.id FROM (" + OPEN + ") o ORDER BY o.id DESC LIMIT ?")
        .params(List.of(bound, today, bound, today, bound, bound, most))
        .query((row, number) -> RequestToken.ofBytes(row.getBytes(1)))
        .list();
  }

  /** By the index of owners: a token has the time of its making in its first bytes. */
  private static List<RequestToken> ofOwner(
      JdbcClient sql, String owner, RequestToken bound, int most) {
    return sql.sql(
            "SELECT r.id FROM request r WHERE r.owner_dn = ? AND r.created_ms <= ?"
                + " AND r.id < ? ORDER BY r.created_ms DESC, r.id DESC LIMIT ?")
        .params(List.of(Rows.bytes(owner), createdBefore(bound), bound.bytes(), most))
        .query((row, number) -> RequestToken.ofBytes(row.getBytes(1)))
        .list();
  }

  private static List<RequestToken> ofVo(JdbcClient sql, String vo, byte[] bound, int most) {
    return sql.sql(
            "SELECT r.id FROM request r WHERE r.owner_vo = ? AND r.id < ?"
                + " ORDER BY r.id DESC LIMIT ?")
        .params(List.of(Rows.bytes(vo), bound, most))
        .query((row, number) -> RequestToken.ofBytes(row.getBytes(1)))
        .list();
  }

  private static List<RequestToken> newest(JdbcClient sql, byte[] bound, int most) {
    return sql.sql("SELECT r.id FROM request r WHERE r.id < ? ORDER BY r.id DESC LIMIT ?")
        .params(List.of(bound, most))
        .query((row, number) -> RequestToken.ofBytes(row.getBytes(1)))
        .list();
  }

  private static RequestToken bound(RequestFilter filter) {
    RequestToken after = filter.after().orElse(LAST);
    RequestToken before = filter.before().map(RequestListTable::first).orElse(LAST);
    return after.toString().compareTo(before.toString()) < 0 ? after : before;
  }

  /** The first token of a millisecond. */
  private static RequestToken first(Instant moment) {
    return new RequestToken(new UUID(moment.toEpochMilli() << 16, 0));
  }

  private static long createdBefore(RequestToken bound) {
    return bound.id().getMostSignificantBits() >>> 16;
  }

  /** Those of these requests that there are. */
  List<RequestHead> heads(JdbcClient sql, Collection<RequestToken> tokens) {
    return requests.heads(sql, tokens);
  }

  /** The states of their files. */
  List<Count> counts(JdbcClient sql, Collection<RequestToken> tokens, Instant now) {
    List<Count> counts = new ArrayList<>();
    for (List<RequestToken> part : Rows.parts(List.copyOf(tokens))) {
      counts.addAll(counts(sql, "put_file", "t.state", part, List.of()));
      counts.addAll(
          counts(
              sql,
              "pin",
              "CASE WHEN t.pin_until_ms > ? THEN t.state WHEN t.state = 'PINNED' THEN 'EXPIRED'"
                  + " WHEN t.state = 'WAITING' THEN 'TIMED_OUT' ELSE t.state END",
              part,
              List.of(millis(now))));
      counts.addAll(counts(sql, "copy_file", "t.state", part, List.of()));
    }
    return counts;
  }

  private static List<Count> counts(
      JdbcClient sql, String table, String state, List<RequestToken> part, List<Object> first) {
    List<Object> values = new ArrayList<>(first);
    part.forEach(token -> values.add(token.bytes()));
    return sql.sql(
            "SELECT t.request_id, "
                + state
                + " AS seen, COUNT(*) AS files, COALESCE(SUM(t.size), 0) AS bytes FROM "
                + table
                + " t WHERE t.request_id IN ("
                + Rows.repeat("?", part.size())
                + ") GROUP BY t.request_id, seen")
        .params(values)
        .query(
            (row, number) ->
                new Count(
                    RequestToken.ofBytes(row.getBytes(1)),
                    row.getString(2),
                    row.getLong(3),
                    row.getLong(4)))
        .list();
  }

  /** The first files of a request of any kind, in its order. */
  List<RequestFileLine> files(JdbcClient sql, RequestToken token, int most) {
    List<RequestFileLine> files = new ArrayList<>();
    files.addAll(
        files(
            sql,
            "SELECT position, surl, state, failure, explanation, size, NULL AS waits_for,"
                + " created_ms AS began_ms, ended_ms, pin_until_ms, NULL AS target FROM put_file",
            token,
            most));
    files.addAll(
        files(
            sql,
            "SELECT position, surl, state, failure, explanation, size, waits_for,"
                + " began_ms, ended_ms, pin_until_ms, NULL AS target FROM pin",
            token,
            most));
    files.addAll(
        files(
            sql,
            "SELECT position, source AS surl, state, failure, explanation, size,"
                + " NULL AS waits_for, began_ms, NULL AS ended_ms, NULL AS pin_until_ms, target FROM copy_file",
            token,
            most));
    return files;
  }

  private static List<RequestFileLine> files(
      JdbcClient sql, String select, RequestToken token, int most) {
    return sql.sql(select + " WHERE request_id = ? ORDER BY position LIMIT ?")
        .params(List.of(token.bytes(), most))
        .query((row, number) -> file(row))
        .list();
  }

  private static RequestFileLine file(ResultSet row) throws SQLException {
    long size = row.getLong("size");
    Optional<Long> known = row.wasNull() ? Optional.empty() : Optional.of(size);
    return new RequestFileLine(
        row.getInt("position"),
        Rows.text(row.getBytes("surl")),
        row.getString("state"),
        Optional.ofNullable(row.getString("failure")),
        Rows.text(row.getBytes("explanation")),
        known,
        Optional.ofNullable(row.getString("waits_for")),
        instant(row, "began_ms"),
        instant(row, "ended_ms"),
        instant(row, "pin_until_ms"),
        Optional.ofNullable(row.getBytes("target")).map(Rows::text));
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }
}
