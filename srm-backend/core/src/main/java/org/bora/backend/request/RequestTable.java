package org.bora.backend.request;

import static org.bora.backend.database.Rows.millis;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.request.KnownRequest;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code request}. */
public final class RequestTable {

  private static final int MOST_EXPLANATION_BYTES = 1000;

  /** What {@link #head} reads; the alias of the table is {@code r}. */
  public static final String COLUMNS =
      "r.id, r.kind, r.owner_dn, r.owner_role, r.owner_vo, r.description,"
          + " r.created_ms AS request_created_ms, r.deadline_ms, r.ends_ms, r.suspended";

  /**
   * {@link #COLUMNS} in a statement that joins the files of one request: they have their values
   * with the first file, or without files, and are NULL with all other files.
   *
   * @param position the column with the place of a file in its request, from 0
   */
  public static String columnsOf(String position) {
    return Stream.of(COLUMNS.split(", ", -1))
        .map(
            column -> {
              int as = column.indexOf(" AS ");
              String value = as < 0 ? column : column.substring(0, as);
              String name = as < 0 ? column.substring("r.".length()) : column.substring(as + 4);
              return "IF(" + position + " > 0, NULL, " + value + ") AS " + name;
            })
        .collect(Collectors.joining(", "));
  }

  /**
   * Inserts a request.
   *
   * @return false if it exists, because an attempt that seemed to fail was committed
   */
  public boolean insert(JdbcClient sql, RequestHead head) {
    try {
      insertNew(Dialogue.within(sql), head);
      return true;
    } catch (DuplicateKeyException e) {
      return false;
    }
  }

  /** Inserts a request that no attempt can have committed before. */
  public void insertNew(Dialogue dialogue, RequestHead head) {
    dialogue.tell(
        "INSERT INTO request (id, kind, owner_dn, owner_role, owner_vo, description, created_ms,"
            + " deadline_ms, ends_ms, suspended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        List.of(
            head.token().bytes(),
            head.kind().name(),
            bytes(head.owner().dn()),
            Rows.orNothing(head.owner().role().map(RequestTable::bytes)),
            Rows.orNothing(head.owner().vo().map(RequestTable::bytes)),
            bytes(head.description()),
            millis(head.created()),
            millis(head.deadline()),
            millis(head.ends()),
            head.suspended()));
  }

  /** The heads of those of these requests that there are. */
  public List<RequestHead> heads(JdbcClient sql, Collection<RequestToken> tokens) {
    List<RequestHead> found = new ArrayList<>();
    for (List<RequestToken> part : Rows.parts(List.copyOf(new LinkedHashSet<>(tokens)))) {
      found.addAll(
          sql.sql(
                  "SELECT "
                      + COLUMNS
                      + " FROM request r WHERE r.id IN ("
                      + Rows.repeat("?", part.size())
                      + ")")
              .params(part.stream().map(RequestToken::bytes).toList())
              .query((row, number) -> head(row))
              .list());
    }
    return found;
  }

  /**
   * The requests that {@code dn} made, the newest first.
   *
   * @param description only those described so; absent is all
   */
  public List<KnownRequest> ofOwner(
      JdbcClient sql, String dn, Optional<String> description, int most) {
    List<Object> values = new ArrayList<>(List.of(bytes(dn)));
    description.ifPresent(text -> values.add(bytes(text)));
    values.add(most);
    return sql.sql(
            "SELECT id, created_ms FROM request WHERE owner_dn = ?"
                + (description.isPresent() ? " AND description = ?" : "")
                + " ORDER BY created_ms DESC LIMIT ?")
        .params(values)
        .query(
            (row, number) ->
                new KnownRequest(
                    RequestToken.ofBytes(row.getBytes(1)).toString(),
                    Instant.ofEpochMilli(row.getLong(2))))
        .list();
  }

  /**
   * Stops or continues a request.
   *
   * @return false if it already is, or if there is none
   */
  public boolean suspend(JdbcClient sql, RequestToken token, boolean suspended) {
    return sql.sql("UPDATE request SET suspended = ? WHERE id = ? AND suspended <> ?")
            .params(List.of(suspended, token.bytes(), suspended))
            .update()
        > 0;
  }

  /** Keeps a request until its pins, which were extended, have ended. */
  public void keepUntil(JdbcClient sql, RequestToken token, Instant ends) {
    sql.sql("UPDATE request SET ends_ms = GREATEST(ends_ms, ?) WHERE id = ?")
        .params(List.of(millis(ends), token.bytes()))
        .update();
  }

  /**
   * Deletes requests that ended before {@code before}, with their files, except those that another
   * backend is just deleting. A request with an active put stays.
   *
   * @return the number of deleted requests
   */
  public int deleteEnded(JdbcClient sql, Instant before, int most) {
    // Counted, and not asked for by EXISTS: MariaDB would make that one walk through all puts.
    List<byte[]> ids =
        sql.sql(
                "SELECT r.id FROM request r WHERE r.ends_ms < ? AND (SELECT COUNT(*) FROM"
                    + " put_file f WHERE f.request_id = r.id AND f.state = 'SPACE_AVAILABLE') = 0"
                    + " ORDER BY r.ends_ms LIMIT ? FOR UPDATE SKIP LOCKED")
            .params(List.of(millis(before), most))
            .query((row, number) -> row.getBytes(1))
            .list();
    Rows.parts(ids).forEach(part -> delete(sql, part));
    return ids.size();
  }

  /** Deletes a request with its files. */
  public void delete(JdbcClient sql, RequestToken token) {
    delete(sql, List.of(token.bytes()));
  }

  private static void delete(JdbcClient sql, List<byte[]> ids) {
    sql.sql("DELETE FROM request WHERE id IN (" + Rows.repeat("?", ids.size()) + ")")
        .params(ids)
        .update();
  }

  /** Reads {@link #COLUMNS}. */
  public static RequestHead head(ResultSet row) throws SQLException {
    return new RequestHead(
        RequestToken.ofBytes(row.getBytes("id")),
        RequestKind.valueOf(row.getString("kind")),
        owner(row),
        text(row.getBytes("description")),
        Instant.ofEpochMilli(row.getLong("request_created_ms")),
        Instant.ofEpochMilli(row.getLong("deadline_ms")),
        Instant.ofEpochMilli(row.getLong("ends_ms")),
        row.getBoolean("suspended"));
  }

  private static RequestOwner owner(ResultSet row) throws SQLException {
    return new RequestOwner(
        text(row.getBytes("owner_dn")),
        Optional.ofNullable(row.getBytes("owner_role")).map(RequestTable::text),
        Optional.ofNullable(row.getBytes("owner_vo")).map(RequestTable::text));
  }

  /** Text as it is stored: bytes, so that no character set of a server can change it. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** An explanation, cut to what its column holds: a character takes at most four bytes. */
  public static byte[] shortened(String explanation) {
    byte[] bytes = bytes(explanation);
    return bytes.length <= MOST_EXPLANATION_BYTES
        ? bytes
        : bytes(explanation.substring(0, MOST_EXPLANATION_BYTES / 4));
  }

  public static String text(byte[] stored) {
    return new String(stored, StandardCharsets.UTF_8);
  }
}
