package org.bora.backend.request;

import static org.bora.backend.database.Rows.millis;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.bora.backend.database.Rows;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code request}. */
public final class RequestTable {

  private static final int MOST_EXPLANATION_BYTES = 1000;

  /** What {@link #head} reads; the alias of the table is {@code r}. */
  public static final String COLUMNS =
      "r.id, r.kind, r.owner_dn, r.description, r.created_ms AS request_created_ms,"
          + " r.deadline_ms, r.ends_ms";

  /**
   * Inserts a request.
   *
   * @return false where it is there already: an attempt that seemed to fail was committed
   */
  public boolean insert(JdbcClient sql, RequestHead head) {
    try {
      sql.sql(
              "INSERT INTO request (id, kind, owner_dn, description, created_ms, deadline_ms,"
                  + " ends_ms) VALUES (?, ?, ?, ?, ?, ?, ?)")
          .params(
              List.of(
                  head.token().bytes(),
                  head.kind().name(),
                  bytes(head.ownerDn()),
                  bytes(head.description()),
                  millis(head.created()),
                  millis(head.deadline()),
                  millis(head.ends())))
          .update();
      return true;
    } catch (DuplicateKeyException e) {
      return false;
    }
  }

  /**
   * Takes requests that ended before {@code before} and deletes them with their files; those that
   * another backend is just deleting are left to it. A put that is still active keeps its request.
   *
   * @return how many were deleted
   */
  public int deleteEnded(JdbcClient sql, Instant before, int most) {
    List<byte[]> ids =
        sql.sql(
                "SELECT r.id FROM request r WHERE r.ends_ms < ? AND NOT EXISTS (SELECT 1 FROM"
                    + " put_file f WHERE f.request_id = r.id AND f.state = 'SPACE_AVAILABLE')"
                    + " ORDER BY r.ends_ms LIMIT ? FOR UPDATE SKIP LOCKED")
            .params(List.of(millis(before), most))
            .query((row, number) -> row.getBytes(1))
            .list();
    for (List<byte[]> part : Rows.parts(ids)) {
      sql.sql("DELETE FROM request WHERE id IN (" + Rows.repeat("?", part.size()) + ")")
          .params(part)
          .update();
    }
    return ids.size();
  }

  /** Reads {@link #COLUMNS}. */
  public static RequestHead head(ResultSet row) throws SQLException {
    return new RequestHead(
        RequestToken.ofBytes(row.getBytes("id")),
        RequestKind.valueOf(row.getString("kind")),
        text(row.getBytes("owner_dn")),
        text(row.getBytes("description")),
        Instant.ofEpochMilli(row.getLong("request_created_ms")),
        Instant.ofEpochMilli(row.getLong("deadline_ms")),
        Instant.ofEpochMilli(row.getLong("ends_ms")));
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
