package org.bora.backend.turl;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;
import static org.bora.backend.database.Rows.repeat;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.storage.spi.Owner;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The tables {@code turl_use} and {@code turl_promise}, and what a transfer must know about its
 * pin.
 */
public final class TurlUseTable {
  private static final String USES =
      "u.client, u.attempt, u.lease_ms, u.bytes, u.done, u.owner_uid, u.owner_gid";

  /**
   * A file with the TURL of a get.
   *
   * @param pinned whether it has a pin, whose time may be over
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

  /**
   * What has passed so far, kept from others until the transaction ends; empty where the request is
   * gone. A row that is there is locked at once as it is to be kept: transactions that first shared
   * it would wait for each other.
   */
  public Optional<TurlUses> lock(JdbcClient sql, RequestToken request, int position) {
    try {
      sql.sql(
              "INSERT INTO turl_use"
                  + " (request_id, position, client, attempt, lease_ms, bytes, done)"
                  + " VALUES (?, ?, ?, NULL, 0, 0, FALSE)"
                  + " ON DUPLICATE KEY UPDATE position = position")
          .params(List.of(request.bytes(), position, new byte[0]))
          .update();
    } catch (DataIntegrityViolationException swept) {
      return Optional.empty();
    }
    return read(sql, request, position, " FOR UPDATE");
  }

  /** What has passed so far; empty where nothing has. */
  public Optional<TurlUses> find(JdbcClient sql, RequestToken request, int position) {
    return read(sql, request, position, "");
  }

  private static Optional<TurlUses> read(
      JdbcClient sql, RequestToken request, int position, String lock) {
    return sql.sql(
            "SELECT "
                + USES
                + " FROM turl_use u"
                + " WHERE u.request_id = ? AND u.position = ?"
                + lock)
        .params(List.of(request.bytes(), position))
        .query((row, number) -> uses(row))
        .optional();
  }

  private static TurlUses uses(ResultSet row) throws SQLException {
    return new TurlUses(
        new String(row.getBytes("client"), StandardCharsets.UTF_8),
        Optional.ofNullable(row.getBytes("attempt")).map(Rows::uuid),
        Instant.ofEpochMilli(row.getLong("lease_ms")),
        row.getLong("bytes"),
        row.getBoolean("done"),
        owner(row));
  }

  private static Optional<Owner> owner(ResultSet row) throws SQLException {
    int uid = row.getInt("owner_uid");
    boolean known = !row.wasNull();
    int gid = row.getInt("owner_gid");
    return known ? Optional.of(new Owner(uid, gid)) : Optional.empty();
  }

  /**
   * Promises bytes to a transfer of a get.
   *
   * @return false where they are promised already: an answer was lost
   */
  public boolean promise(
      JdbcClient sql, RequestToken request, int position, UUID attempt, long bytes) {
    return sql.sql(
                "INSERT IGNORE INTO turl_promise (request_id, position, attempt, bytes)"
                    + " VALUES (?, ?, ?, ?)")
            .params(List.of(request.bytes(), position, Rows.bytes(attempt), bytes))
            .update()
        == 1;
  }

  /** Ends what was promised; false where it has ended already, or never was. */
  public boolean settle(JdbcClient sql, RequestToken request, int position, UUID attempt) {
    return sql.sql(
                "DELETE FROM turl_promise"
                    + " WHERE request_id = ? AND position = ? AND attempt = ?")
            .params(List.of(request.bytes(), position, Rows.bytes(attempt)))
            .update()
        == 1;
  }

  /** Stores what was locked before. */
  public void store(JdbcClient sql, RequestToken request, int position, TurlUses uses) {
    sql.sql(
            "UPDATE turl_use SET client = ?, attempt = ?, lease_ms = ?, bytes = ?, done = ?,"
                + " owner_uid = ?, owner_gid = ? WHERE request_id = ? AND position = ?")
        .params(
            List.of(
                uses.client().getBytes(StandardCharsets.UTF_8),
                orNothing(uses.attempt().map(Rows::bytes)),
                millis(uses.lease()),
                uses.bytes(),
                uses.done(),
                orNothing(uses.owner().map(Owner::uid)),
                orNothing(uses.owner().map(Owner::gid)),
                request.bytes(),
                position))
        .update();
  }

  /** What has passed by HTTPS to these puts, by their uploads; the others are left out. */
  public Map<UUID, TurlUses> ofPuts(JdbcClient sql, Collection<AcceptedPut> puts) {
    Map<UUID, TurlUses> found = new HashMap<>();
    List<AcceptedPut> byHttps =
        puts.stream().filter(put -> SignedTurls.isHttps(put.writing().turl())).toList();
    for (List<AcceptedPut> part : Rows.parts(byHttps)) {
      List<Object> values = new ArrayList<>();
      part.forEach(put -> values.add(Rows.bytes(put.id())));
      sql.sql(
              "SELECT f.upload_id, "
                  + USES
                  + " FROM put_file f JOIN turl_use u"
                  + " ON u.request_id = f.request_id AND u.position = f.position"
                  + " WHERE f.upload_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .query((row, number) -> Map.entry(Rows.uuid(row.getBytes("upload_id")), uses(row)))
          .list()
          .forEach(use -> found.put(use.getKey(), use.getValue()));
    }
    return found;
  }
}
