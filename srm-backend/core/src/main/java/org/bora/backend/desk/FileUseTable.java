package org.bora.backend.desk;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the uses of files and names from tables other than those of the books. */
final class FileUseTable {

  /** The current readers of a name, and those who wait for it. */
  List<FileReport.PinLine> pins(JdbcClient sql, NameKey key, Instant now, int most) {
    return sql.sql(
            "SELECT p.request_id, r.owner_dn, p.state, p.pin_until_ms, p.waits_for FROM pin p"
                + " JOIN request r ON r.id = p.request_id WHERE p.name_key = ?"
                + " AND p.state IN ('PINNED', 'WAITING') AND p.pin_until_ms > ? LIMIT ?")
        .params(List.of(key.bytes(), millis(now), most))
        .query(
            (row, number) ->
                new FileReport.PinLine(
                    RequestToken.ofBytes(row.getBytes(1)).toString(),
                    Rows.text(row.getBytes(2)),
                    row.getString(3),
                    Instant.ofEpochMilli(row.getLong(4)),
                    Optional.ofNullable(row.getString(5))))
        .list();
  }

  /**
   * A pin on one of many names, or a wait for one.
   *
   * @param key of the name
   */
  record NamePin(NameKey key, boolean waits, Instant until, String owner) {}

  /** The current readers of some names, and those who wait for them; in no order. */
  List<NamePin> pinsOn(JdbcClient sql, Collection<NameKey> keys, Instant now, int most) {
    List<Object> values = new ArrayList<>();
    keys.forEach(key -> values.add(key.bytes()));
    values.add(millis(now));
    values.add(most);
    return sql.sql(
            "SELECT p.name_key, p.state, p.pin_until_ms, r.owner_dn FROM pin p"
                + " JOIN request r ON r.id = p.request_id WHERE p.name_key IN ("
                + Rows.repeat("?", keys.size())
                + ") AND p.state IN ('PINNED', 'WAITING') AND p.pin_until_ms > ? LIMIT ?")
        .params(values)
        .query(
            (row, number) ->
                new NamePin(
                    NameKey.ofBytes(row.getBytes(1)),
                    row.getString(2).equals("WAITING"),
                    Instant.ofEpochMilli(row.getLong(3)),
                    Rows.text(row.getBytes(4))))
        .list();
  }

  /** The state of the recalls of these files. Files without a recall are left out. */
  Map<UUID, String> recalls(JdbcClient sql, Collection<UUID> files) {
    return sql.sql(
            "SELECT file_id, state FROM tape_recall WHERE file_id IN ("
                + Rows.repeat("?", files.size())
                + ")")
        .params(files.stream().map(Rows::bytes).toList())
        .query(
            results -> {
              Map<UUID, String> states = new HashMap<>();
              while (results.next()) {
                states.put(Rows.uuid(results.getBytes(1)), results.getString(2));
              }
              return states;
            });
  }

  /** What tokens of clients a space has. */
  Optional<String> spaceToken(JdbcClient sql, UUID space) {
    return sql.sql("SELECT token FROM space WHERE id = ?")
        .param(Rows.bytes(space))
        .query((row, number) -> Rows.text(row.getBytes(1)))
        .optional();
  }

  /** Sentences about its way to tape and back. */
  List<String> underWay(JdbcClient sql, UUID file) {
    List<String> told = new ArrayList<>();
    told.addAll(
        sql.sql(
                "SELECT state, volume, tries, failure, wanted_ms FROM tape_recall"
                    + " WHERE file_id = ?")
            .param(Rows.bytes(file))
            .query(
                (row, number) ->
                    "wanted from tape since "
                        + Instant.ofEpochMilli(row.getLong(5))
                        + ", "
                        + row.getString(1).toLowerCase(java.util.Locale.ROOT)
                        + volume(row.getString(2))
                        + failure(row.getInt(3), Rows.text(row.getBytes(4))))
            .list());
    told.addAll(
        sql.sql("SELECT queued_ms, tries, failure FROM tape_migration WHERE file_id = ?")
            .param(Rows.bytes(file))
            .query(
                (row, number) ->
                    "waits to be written to tape since "
                        + Instant.ofEpochMilli(row.getLong(1))
                        + failure(row.getInt(2), Rows.text(row.getBytes(3))))
            .list());
    return told;
  }

  private static String volume(String name) {
    return name.isEmpty() ? "" : ", volume " + name;
  }

  private static String failure(int tries, String text) {
    return tries == 0 ? "" : ", failed " + tries + " times: " + text;
  }
}
