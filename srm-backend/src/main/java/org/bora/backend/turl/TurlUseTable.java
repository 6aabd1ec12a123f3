package org.bora.backend.turl;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;
import static org.bora.backend.database.Rows.repeat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code turl_use}, and what a transfer must know of its pin. */
public final class TurlUseTable {

  /**
   * A file that a get has a TURL for.
   *
   * @param pinned whether its pin holds, but for its time
   */
  public record ReadFile(
      int position, boolean pinned, Instant until, OptionalLong size, String owner) {}

  /** The file of that name in a get; empty where it has none. */
  public Optional<ReadFile> readable(JdbcClient sql, RequestToken request, NameKey key) {
    return sql.sql(
            "SELECT p.position, p.state, p.pin_until_ms, p.size, r.owner_dn"
                + " FROM pin p JOIN request r ON r.id = p.request_id"
                + " WHERE p.request_id = ? AND p.name_key = ? AND p.turl IS NOT NULL"
                + " ORDER BY p.position LIMIT 1")
        .params(List.of(request.bytes(), key.bytes()))
        .query(
            (row, number) -> {
              long size = row.getLong(4);
              return new ReadFile(
                  row.getInt(1),
                  row.getString(2).equals("PINNED"),
                  Instant.ofEpochMilli(row.getLong(3)),
                  row.wasNull() ? OptionalLong.empty() : OptionalLong.of(size),
                  RequestTable.text(row.getBytes(5)));
            })
        .optional();
  }

  /** What has passed so far, kept from others until the transaction ends. */
  public TurlUses lock(JdbcClient sql, RequestToken request, int position) {
    sql.sql(
            "INSERT IGNORE INTO turl_use"
                + " (request_id, position, client, attempt, lease_ms, bytes, done)"
                + " VALUES (?, ?, ?, NULL, 0, 0, FALSE)")
        .params(List.of(request.bytes(), position, new byte[0]))
        .update();
    return sql.sql(
            "SELECT u.client, u.attempt, u.lease_ms, u.bytes, u.done FROM turl_use u"
                + " WHERE u.request_id = ? AND u.position = ? FOR UPDATE")
        .params(List.of(request.bytes(), position))
        .query(
            (row, number) ->
                new TurlUses(
                    new String(row.getBytes(1), StandardCharsets.UTF_8),
                    Optional.ofNullable(row.getBytes(2)).map(Rows::uuid),
                    Instant.ofEpochMilli(row.getLong(3)),
                    row.getLong(4),
                    row.getBoolean(5)))
        .single();
  }

  /** Stores what was locked before. */
  public void store(JdbcClient sql, RequestToken request, int position, TurlUses uses) {
    sql.sql(
            "UPDATE turl_use SET client = ?, attempt = ?, lease_ms = ?, bytes = ?, done = ?"
                + " WHERE request_id = ? AND position = ?")
        .params(
            List.of(
                uses.client().getBytes(StandardCharsets.UTF_8),
                orNothing(uses.attempt().map(Rows::bytes)),
                millis(uses.lease()),
                uses.bytes(),
                uses.done(),
                request.bytes(),
                position))
        .update();
  }

  /** Those of these puts whose upload by HTTPS has begun and is not complete. */
  public Set<UUID> incomplete(JdbcClient sql, Collection<AcceptedPut> puts) {
    Set<UUID> found = new HashSet<>();
    List<AcceptedPut> byHttps =
        puts.stream().filter(put -> SignedTurls.isHttps(put.writing().turl())).toList();
    for (List<AcceptedPut> part : Rows.parts(byHttps)) {
      List<Object> values = new ArrayList<>();
      part.forEach(put -> values.add(Rows.bytes(put.id())));
      found.addAll(
          sql.sql(
                  "SELECT f.upload_id FROM put_file f JOIN turl_use u"
                      + " ON u.request_id = f.request_id AND u.position = f.position"
                      + " WHERE f.upload_id IN ("
                      + repeat("?", part.size())
                      + ") AND u.attempt IS NOT NULL AND u.done = FALSE")
              .params(values)
              .query((row, number) -> Rows.uuid(row.getBytes(1)))
              .list());
    }
    return found;
  }
}
