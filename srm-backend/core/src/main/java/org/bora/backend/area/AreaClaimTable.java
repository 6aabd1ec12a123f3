package org.bora.backend.area;

import static org.bora.backend.database.Rows.bytes;
import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.uuid;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The tables {@code area_claim} and {@code area_holder}. */
public final class AreaClaimTable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<TreeMap<String, String>> SETTINGS = new TypeReference<>() {};
  private static final String FIND =
      "SELECT c.mark, c.inode, c.settings, c.claimed_by FROM area_claim c WHERE c.area = ?";

  /** The claim of an area, locked until the transaction ends. */
  Optional<AreaClaim> lock(JdbcClient sql, String area) {
    return find(sql, area, FIND + " FOR UPDATE");
  }

  /** The same, not locked. */
  public Optional<AreaClaim> find(JdbcClient sql, String area) {
    return find(sql, area, FIND);
  }

  private static Optional<AreaClaim> find(JdbcClient sql, String area, String statement) {
    return sql.sql(statement)
        .param(bytes(area))
        .query(
            (row, number) ->
                new AreaClaim(
                    uuid(row.getBytes("mark")),
                    row.getLong("inode"),
                    JSON.readValue(row.getBytes("settings"), SETTINGS),
                    new String(row.getBytes("claimed_by"), StandardCharsets.UTF_8)))
        .optional();
  }

  /** Which other area has claimed a directory of this mark. */
  Optional<String> otherOf(JdbcClient sql, UUID mark, String area) {
    return sql.sql("SELECT c.area FROM area_claim c WHERE c.mark = ? AND c.area <> ? LIMIT 1")
        .params(List.of(bytes(mark), bytes(area)))
        .query((row, number) -> new String(row.getBytes("area"), StandardCharsets.UTF_8))
        .optional();
  }

  /** Enters a claim; a duplicate key means that another backend was first. */
  void insert(JdbcClient sql, String area, AreaClaim claim, Instant now) {
    sql.sql(
            "INSERT INTO area_claim (area, mark, inode, settings, claimed_by, claimed_ms)"
                + " VALUES (?, ?, ?, ?, ?, ?)")
        .params(
            List.of(
                bytes(area),
                bytes(claim.mark()),
                claim.inode(),
                JSON.writeValueAsBytes(claim.settings()),
                bytes(claim.claimedBy()),
                millis(now)))
        .update();
  }

  void delete(JdbcClient sql, String area) {
    sql.sql("DELETE FROM area_claim WHERE area = ?").param(bytes(area)).update();
  }

  void agree(JdbcClient sql, String area, SortedMap<String, String> settings) {
    sql.sql("UPDATE area_claim SET settings = ? WHERE area = ?")
        .params(List.of(JSON.writeValueAsBytes(settings), bytes(area)))
        .update();
  }

  /** A backend that serves the area and was heard of since then, other than this one. */
  Optional<String> otherHolder(JdbcClient sql, String area, String backend, Instant since) {
    return sql.sql(
            "SELECT h.backend FROM area_holder h"
                + " WHERE h.area = ? AND h.backend <> ? AND h.seen_ms >= ? LIMIT 1")
        .params(List.of(bytes(area), bytes(backend), millis(since)))
        .query((row, number) -> new String(row.getBytes("backend"), StandardCharsets.UTF_8))
        .optional();
  }

  void hold(JdbcClient sql, String area, String backend, Instant now) {
    sql.sql("REPLACE INTO area_holder (area, backend, seen_ms) VALUES (?, ?, ?)")
        .params(List.of(bytes(area), bytes(backend), millis(now)))
        .update();
  }

  void release(JdbcClient sql, String area, String backend) {
    sql.sql("DELETE FROM area_holder WHERE area = ? AND backend = ?")
        .params(List.of(bytes(area), bytes(backend)))
        .update();
  }

  /** Rows of backends that were killed. */
  void forget(JdbcClient sql, String area, Instant since) {
    sql.sql("DELETE FROM area_holder WHERE area = ? AND seen_ms < ? LIMIT 100")
        .params(List.of(bytes(area), millis(since)))
        .update();
  }
}
