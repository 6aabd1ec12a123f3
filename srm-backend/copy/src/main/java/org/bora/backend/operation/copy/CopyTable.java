package org.bora.backend.operation.copy;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;
import static org.bora.backend.database.Rows.repeat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Rows;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code copy_file}. */
final class CopyTable {
  private static final String NAMES =
      "f.request_id, f.position, f.source, f.target, f.state, f.failure, f.explanation, f.size,"
          + " f.arrived, f.put_token, f.began_ms";
  private static final String OPEN = "f.state IN ('QUEUED', 'RUNNING')";
  private static final int INSERTED = 9;

  /** Inserts the files of one request, held by a backend until {@code lease}. */
  void insert(JdbcClient sql, List<CopyRow> rows, RequestToken backend, Instant lease) {
    for (List<CopyRow> part : Rows.parts(rows)) {
      List<Object> values = new ArrayList<>(part.size() * INSERTED);
      for (CopyRow row : part) {
        values.add(row.token().bytes());
        values.add(row.position());
        values.add(RequestTable.bytes(row.source().text()));
        values.add(RequestTable.bytes(row.target().text()));
        values.add(row.state().name());
        values.add(orNothing(row.failure().map(why -> why.code().name())));
        values.add(RequestTable.shortened(explanation(row)));
        values.add(backend.bytes());
        values.add(millis(lease));
      }
      sql.sql(
              "INSERT INTO copy_file (request_id, position, source, target, state, failure,"
                  + " explanation, backend, lease_ms, arrived) VALUES "
                  + repeat("(" + repeat("?", INSERTED) + ", 0)", part.size()))
          .params(values)
          .update();
    }
  }

  /** A request of any kind with all its files, in one statement; empty if there is none. */
  Optional<CopyFiles> find(JdbcClient sql, RequestToken token) {
    return sql.sql(
            "SELECT "
                + RequestTable.COLUMNS
                + ", "
                + NAMES
                + " FROM request r LEFT JOIN copy_file f ON f.request_id = r.id"
                + " WHERE r.id = ?") // sorted here, see PinTable.find
        .params(List.of(token.bytes()))
        .query(
            results -> {
              RequestHead head = null;
              List<CopyRow> files = new ArrayList<>();
              while (results.next()) {
                head = head == null ? RequestTable.head(results) : head;
                if (results.getBytes("request_id") != null) {
                  files.add(read(results));
                }
              }
              files.sort(Comparator.comparingInt(CopyRow::position));
              return Optional.ofNullable(head).map(found -> new CopyFiles(found, files));
            });
  }

  /** The files of these requests. */
  Map<RequestToken, List<CopyRow>> files(JdbcClient sql, Collection<RequestToken> tokens) {
    Map<RequestToken, List<CopyRow>> found = new LinkedHashMap<>();
    for (List<RequestToken> part : Rows.parts(List.copyOf(new LinkedHashSet<>(tokens)))) {
      sql.sql(
              "SELECT "
                  + NAMES
                  + " FROM copy_file f WHERE f.request_id IN ("
                  + repeat("?", part.size())
                  + ") ORDER BY f.position")
          .params(part.stream().map(RequestToken::bytes).toList())
          .query((row, number) -> read(row))
          .list()
          .forEach(row -> found.computeIfAbsent(row.token(), none -> new ArrayList<>()).add(row));
    }
    return found;
  }

  /**
   * When the lives of the files end that these puts have stored, by the puts; empty for ever.
   * Without files that are gone.
   */
  Map<RequestToken, Optional<Instant>> ends(JdbcClient sql, Collection<RequestToken> puts) {
    Map<RequestToken, Optional<Instant>> ends = new HashMap<>();
    for (List<RequestToken> part : Rows.parts(List.copyOf(puts))) {
      sql.sql(
              "SELECT p.request_id, s.ends_ms FROM put_file p JOIN stored_file s"
                  + " ON s.id = p.upload_id WHERE p.request_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(RequestToken::bytes).toList())
          .query(
              row -> {
                long end = row.getLong("ends_ms");
                Optional<Instant> until =
                    row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end));
                ends.put(RequestToken.ofBytes(row.getBytes("request_id")), until);
              });
    }
    return ends;
  }

  /** Reads a file again and keeps others from changing it until the transaction ends. */
  Optional<CopyRow> lock(JdbcClient sql, CopyKey key) {
    return sql.sql(
            "SELECT "
                + NAMES
                + " FROM copy_file f WHERE f.request_id = ? AND f.position = ? FOR UPDATE")
        .params(List.of(key.token().bytes(), key.position()))
        .query((row, number) -> read(row))
        .optional();
  }

  /** Takes up a file that waits, unless its request is suspended; returns how it stands then. */
  Optional<CopyRow> begin(JdbcClient sql, CopyKey key, Instant now) {
    sql.sql(
            "UPDATE copy_file f JOIN request r ON r.id = f.request_id SET f.state = 'RUNNING',"
                + " f.began_ms = ? WHERE f.request_id = ? AND f.position = ? AND f.state = 'QUEUED'"
                + " AND r.suspended = FALSE")
        .params(List.of(millis(now), key.token().bytes(), key.position()))
        .update();
    return lock(sql, key);
  }

  /** Stores which put writes the file; false where the file is not being copied any more. */
  boolean setPut(JdbcClient sql, CopyKey key, RequestToken put) {
    sql.sql(
            "UPDATE copy_file f SET f.put_token = ? WHERE f.request_id = ? AND f.position = ?"
                + " AND f.state = 'RUNNING'")
        .params(List.of(put.bytes(), key.token().bytes(), key.position()))
        .update();
    return lock(sql, key).filter(row -> row.state() == CopyState.RUNNING).isPresent();
  }

  /** Stores how far a file is. */
  void setProgress(JdbcClient sql, CopyKey key, long arrived, long size) {
    sql.sql(
            "UPDATE copy_file f SET f.arrived = ?, f.size = ? WHERE f.request_id = ? AND"
                + " f.position = ? AND f.state = 'RUNNING'")
        .params(List.of(arrived, size, key.token().bytes(), key.position()))
        .update();
  }

  /** Stores the end of files that were locked before and were not ended. */
  void end(JdbcClient sql, CopyRow row) {
    sql.sql(
            "UPDATE copy_file f SET f.state = ?, f.failure = ?, f.explanation = ?, f.size = ?,"
                + " f.arrived = ? WHERE f.request_id = ? AND f.position = ? AND "
                + OPEN)
        .params(
            List.of(
                row.state().name(),
                orNothing(row.failure().map(why -> why.code().name())),
                RequestTable.shortened(explanation(row)),
                orNothing(row.size()),
                row.arrived(),
                row.token().bytes(),
                row.position()))
        .update();
  }

  /** What a backend still has to do, each with whether its request is suspended. */
  Map<CopyKey, Boolean> openAt(JdbcClient sql, RequestToken backend) {
    Map<CopyKey, Boolean> open = new LinkedHashMap<>();
    sql.sql(
            "SELECT f.request_id, f.position, r.suspended FROM copy_file f JOIN request r ON r.id ="
                + " f.request_id WHERE f.backend = ? AND "
                + OPEN)
        .params(List.of(backend.bytes()))
        .query(
            (row, number) ->
                open.put(
                    new CopyKey(RequestToken.ofBytes(row.getBytes(1)), row.getInt(2)),
                    row.getBoolean(3)))
        .list();
    return open;
  }

  /** Says that a backend still lives, and has these requests in hand. */
  void renew(
      JdbcClient sql, RequestToken backend, Collection<RequestToken> requests, Instant lease) {
    for (List<RequestToken> part : Rows.parts(List.copyOf(requests))) {
      List<Object> values = new ArrayList<>(part.size() + 2);
      values.add(millis(lease));
      part.forEach(request -> values.add(request.bytes()));
      values.add(backend.bytes());
      sql.sql(
              "UPDATE copy_file f SET f.lease_ms = ? WHERE f.request_id IN ("
                  + repeat("?", part.size())
                  + ") AND f.backend = ? AND "
                  + OPEN)
          .params(values)
          .update();
    }
  }

  /** Takes files whose backend has not renewed its lease. */
  List<CopyRow> takeAbandoned(JdbcClient sql, Instant now, int most) {
    return sql.sql(
            "SELECT "
                + NAMES
                + " FROM copy_file f WHERE "
                + OPEN
                + " AND f.lease_ms < ? LIMIT ? FOR UPDATE SKIP LOCKED")
        .params(List.of(millis(now), most))
        .query((row, number) -> read(row))
        .list();
  }

  private static String explanation(CopyRow row) {
    return row.failure().map(ReturnStatus::explanation).orElse("");
  }

  private static CopyRow read(ResultSet row) throws SQLException {
    String failure = row.getString("failure");
    String explanation = RequestTable.text(row.getBytes("explanation"));
    long size = row.getLong("size");
    OptionalLong known = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(size);
    long began = row.getLong("began_ms");
    Optional<Instant> begun =
        row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(began));
    return new CopyRow(
        RequestToken.ofBytes(row.getBytes("request_id")),
        row.getInt("position"),
        new Surl(RequestTable.text(row.getBytes("source"))),
        new Surl(RequestTable.text(row.getBytes("target"))),
        CopyState.valueOf(row.getString("state")),
        Optional.ofNullable(failure)
            .map(code -> ReturnStatus.of(SrmStatus.valueOf(code), explanation)),
        known,
        row.getLong("arrived"),
        Optional.ofNullable(row.getBytes("put_token")).map(RequestToken::ofBytes),
        begun);
  }
}
