package org.bora.backend.listing;

import static org.bora.backend.database.Rows.millis;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Rows;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The tables {@code ls_listing} and {@code ls_result}. */
final class ListingTable {
  private static final String MINE = " WHERE request_id = ? AND state = 'LISTING' AND round = ?";
  private static final String SELECT =
      "SELECT "
          + RequestTable.COLUMNS
          + ", l.request_id, l.enquiry, l.state, l.round, l.lease_until_ms, l.outcome,"
          + " l.explanation FROM request r LEFT JOIN ls_listing l ON l.request_id = r.id"
          + " WHERE r.id IN (";

  void insert(JdbcClient sql, RequestToken token, Enquiry enquiry, Instant leaseUntil) {
    sql.sql(
            "INSERT INTO ls_listing (request_id, enquiry, state, round, lease_until_ms,"
                + " explanation) VALUES (?, ?, 'LISTING', 1, ?, '')")
        .params(List.of(token.bytes(), EnquiryEncoding.encode(enquiry), millis(leaseUntil)))
        .update();
  }

  /** A request of any kind, and its listing where it is one that is still kept. */
  record Found(RequestHead head, Optional<KeptListing> listing) {}

  /** Those of these requests that there are; a statement holds many. */
  List<Found> find(JdbcClient sql, Collection<RequestToken> tokens) {
    List<Found> found = new ArrayList<>();
    for (List<RequestToken> part : Rows.parts(List.copyOf(tokens))) {
      found.addAll(
          sql.sql(SELECT + Rows.repeat("?", part.size()) + ")")
              .params(part.stream().map(RequestToken::bytes).toList())
              .query((row, number) -> read(row))
              .list());
    }
    return found;
  }

  private static Found read(ResultSet row) throws SQLException {
    RequestHead head = RequestTable.head(row);
    if (row.getBytes("request_id") == null) {
      return new Found(head, Optional.empty());
    }
    return new Found(
        head,
        Optional.of(
            new KeptListing(
                head,
                EnquiryEncoding.decode(row.getBytes("enquiry")),
                ListingState.valueOf(row.getString("state")),
                row.getInt("round"),
                Instant.ofEpochMilli(row.getLong("lease_until_ms")),
                outcome(row))));
  }

  private static Optional<ReturnStatus> outcome(ResultSet row) throws SQLException {
    String code = row.getString("outcome");
    return code == null
        ? Optional.empty()
        : Optional.of(
            ReturnStatus.of(
                SrmStatus.valueOf(code), RequestTable.text(row.getBytes("explanation"))));
  }

  /** Moves the lease on. False where the listing is no longer this round's. */
  boolean renew(JdbcClient sql, RequestToken token, int round, Instant until) {
    return sql.sql("UPDATE ls_listing SET lease_until_ms = ?" + MINE)
            .params(List.of(millis(until), token.bytes(), round))
            .update()
        == 1;
  }

  /** Begins the next round unless another backend has; idempotent by its lease. */
  boolean take(JdbcClient sql, KeptListing dead, Instant until) {
    return sql.sql("UPDATE ls_listing SET round = round + 1, lease_until_ms = ?" + MINE)
            .params(List.of(millis(until), dead.head().token().bytes(), dead.round()))
            .update()
        == 1;
  }

  /** Ends the round. False if the listing belongs to another round or has ended. */
  boolean end(
      JdbcClient sql, RequestToken token, int round, ListingState state, ReturnStatus outcome) {
    return sql.sql("UPDATE ls_listing SET state = ?, outcome = ?, explanation = ?" + MINE)
            .params(
                List.of(
                    state.name(),
                    outcome.code().name(),
                    RequestTable.shortened(outcome.explanation()),
                    token.bytes(),
                    round))
            .update()
        == 1;
  }

  /** Ends it, whichever backend lists. */
  boolean abort(JdbcClient sql, RequestToken token) {
    return sql.sql(
                "UPDATE ls_listing SET state = 'ABORTED', outcome = 'ABORTED' WHERE request_id = ?"
                    + " AND state = 'LISTING'")
            .params(List.of(token.bytes()))
            .update()
        > 0;
  }

  /** Parts in statements of their own: a packet of a server holds 16 MiB. */
  void insertResult(JdbcClient sql, RequestToken token, List<byte[]> parts) {
    for (int number = 0; number < parts.size(); number++) {
      sql.sql("INSERT INTO ls_result (request_id, part, bytes) VALUES (?, ?, ?)")
          .params(List.of(token.bytes(), number, parts.get(number)))
          .update();
    }
  }

  List<byte[]> result(JdbcClient sql, RequestToken token) {
    return sql.sql("SELECT bytes FROM ls_result WHERE request_id = ? ORDER BY part")
        .params(List.of(token.bytes()))
        .query((row, number) -> row.getBytes(1))
        .list();
  }

  /** Forgets what listings found whose requests ended before {@code before}. */
  int deleteResults(JdbcClient sql, Instant before, int most) {
    List<byte[]> ids =
        sql.sql(
                "SELECT s.request_id FROM ls_result s JOIN request r ON r.id = s.request_id"
                    + " WHERE s.part = 0 AND r.ends_ms < ? LIMIT ? FOR UPDATE SKIP LOCKED")
            .params(List.of(millis(before), most))
            .query((row, number) -> row.getBytes(1))
            .list();
    if (!ids.isEmpty()) {
      sql.sql("DELETE FROM ls_result WHERE request_id IN (" + Rows.repeat("?", ids.size()) + ")")
          .params(ids)
          .update();
    }
    return ids.size();
  }
}
