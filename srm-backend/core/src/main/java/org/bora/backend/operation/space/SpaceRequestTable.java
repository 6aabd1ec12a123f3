package org.bora.backend.operation.space;

import static org.bora.backend.database.Rows.repeat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.backend.database.Rows;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The tables {@code space_request} and {@code space_change}. */
final class SpaceRequestTable {

  /**
   * The answer to a request about a space.
   *
   * @param total bytes
   * @param guaranteed bytes
   * @param lifetimeSeconds -1 for ever
   */
  record Told(UUID space, ReturnStatus status, long total, long guaranteed, int lifetimeSeconds) {}

  /** A request with its answer. */
  record Known(RequestHead head, Told told) {}

  /** One entry of srmChangeSpaceForFiles: SRM_REQUEST_INPROGRESS while files are left. */
  record Change(int position, Surl surl, NameKey key, ReturnStatus status) {}

  void insert(JdbcClient sql, RequestToken token, Told told) {
    sql.sql(
            "INSERT INTO space_request (request_id, space_id, code, explanation, total,"
                + " guaranteed, lifetime_s) VALUES (?, ?, ?, ?, ?, ?, ?)")
        .params(
            List.of(
                token.bytes(),
                Rows.bytes(told.space()),
                told.status().code().name(),
                RequestTable.shortened(told.status().explanation()),
                told.total(),
                told.guaranteed(),
                told.lifetimeSeconds()))
        .update();
  }

  Optional<Known> find(JdbcClient sql, RequestToken token) {
    return sql.sql(
            "SELECT "
                + RequestTable.COLUMNS
                + ", o.space_id, o.code, o.explanation, o.total, o.guaranteed, o.lifetime_s"
                + " FROM request r JOIN space_request o ON o.request_id = r.id WHERE r.id = ?")
        .param(token.bytes())
        .query(
            (row, number) ->
                new Known(
                    RequestTable.head(row),
                    new Told(
                        Rows.uuid(row.getBytes("space_id")),
                        status(row.getString("code"), row.getBytes("explanation")),
                        row.getLong("total"),
                        row.getLong("guaranteed"),
                        row.getInt("lifetime_s"))))
        .optional();
  }

  /** The final statuses of requests, by token. */
  Map<RequestToken, ReturnStatus> statuses(JdbcClient sql, Collection<RequestHead> heads) {
    Map<RequestToken, ReturnStatus> found = new HashMap<>();
    sql.sql(
            "SELECT request_id, code, explanation FROM space_request WHERE request_id IN ("
                + repeat("?", heads.size())
                + ")")
        .params(heads.stream().map(head -> head.token().bytes()).toList())
        .query(
            (row, number) ->
                found.put(
                    RequestToken.ofBytes(row.getBytes("request_id")),
                    status(row.getString("code"), row.getBytes("explanation"))))
        .list();
    return found;
  }

  void insertChanges(JdbcClient sql, RequestToken token, List<Change> changes) {
    for (List<Change> part : Rows.parts(changes)) {
      List<Object> values = new ArrayList<>();
      for (Change change : part) {
        values.addAll(
            List.of(
                token.bytes(),
                change.position(),
                RequestTable.bytes(change.surl().text()),
                change.key().bytes(),
                change.status().code().name(),
                RequestTable.shortened(change.status().explanation())));
      }
      sql.sql(
              "INSERT INTO space_change (request_id, position, surl, name_key, code, explanation)"
                  + " VALUES "
                  + repeat("(" + repeat("?", 6) + ")", part.size()))
          .params(values)
          .update();
    }
  }

  List<Change> changes(JdbcClient sql, RequestToken token) {
    return sql.sql(
            "SELECT position, surl, name_key, code, explanation FROM space_change"
                + " WHERE request_id = ? ORDER BY position")
        .param(token.bytes())
        .query(
            (row, number) ->
                new Change(
                    row.getInt("position"),
                    new Surl(RequestTable.text(row.getBytes("surl"))),
                    NameKey.ofBytes(row.getBytes("name_key")),
                    status(row.getString("code"), row.getBytes("explanation"))))
        .list();
  }

  /** Ends an entry in progress; an ended one stays as it is. */
  boolean end(JdbcClient sql, RequestToken token, int position, ReturnStatus status) {
    return sql.sql(
                "UPDATE space_change SET code = ?, explanation = ? WHERE request_id = ? AND position = ?"
                    + " AND code = 'REQUEST_INPROGRESS'")
            .params(
                List.of(
                    status.code().name(),
                    RequestTable.shortened(status.explanation()),
                    token.bytes(),
                    position))
            .update()
        > 0;
  }

  /** The oldest requests that have entries in progress and are not suspended. */
  List<RequestToken> unfinished(JdbcClient sql, int most) {
    return sql.sql(
            "SELECT c.request_id FROM space_change c WHERE c.code = 'REQUEST_INPROGRESS'"
                + " AND (SELECT r.suspended FROM request r WHERE r.id = c.request_id) = FALSE"
                + " GROUP BY c.request_id ORDER BY c.request_id LIMIT ?")
        .param(most)
        .query((row, number) -> RequestToken.ofBytes(row.getBytes(1)))
        .list();
  }

  /** How many entries of requests have which status. */
  Map<RequestToken, Map<SrmStatus, Integer>> counts(JdbcClient sql, Collection<RequestHead> heads) {
    Map<RequestToken, Map<SrmStatus, Integer>> counts = new HashMap<>();
    sql.sql(
            "SELECT request_id, code, COUNT(*) AS entries FROM space_change WHERE request_id IN ("
                + repeat("?", heads.size())
                + ") GROUP BY request_id, code")
        .params(heads.stream().map(head -> head.token().bytes()).toList())
        .query(
            (row, number) ->
                counts
                    .computeIfAbsent(
                        RequestToken.ofBytes(row.getBytes("request_id")), any -> new HashMap<>())
                    .put(SrmStatus.valueOf(row.getString("code")), row.getInt("entries")))
        .list();
    return counts;
  }

  /** Whether a file of the space is being written. */
  boolean isWritten(JdbcClient sql, UUID space) {
    return sql.sql(
            "SELECT 1 FROM put_file WHERE space_id = ? AND state = 'SPACE_AVAILABLE' LIMIT 1")
        .param(Rows.bytes(space))
        .query((row, number) -> 1)
        .optional()
        .isPresent();
  }

  static List<SurlStatus> told(List<Change> changes) {
    return changes.stream().map(one -> new SurlStatus(one.surl(), one.status())).toList();
  }

  private static ReturnStatus status(String code, byte[] explanation) {
    return ReturnStatus.of(SrmStatus.valueOf(code), RequestTable.text(explanation));
  }
}
