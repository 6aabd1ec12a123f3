package org.bora.backend.pin;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;
import static org.bora.backend.database.Rows.repeat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Rows;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.storage.spi.AreaPath;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code pin} for recalls: who waits for which file on tape. */
public final class StagedPinTable {
  /** Names of one file of whose pins one statement tells. */
  private static final int NAMES = 1000;

  /**
   * The callers that wait for files. Files without a waiting pin are left out.
   *
   * @return for each file whether a request waits that is not suspended
   */
  public Map<UUID, Boolean> wanted(JdbcClient sql, Collection<UUID> files, Instant now) {
    Map<UUID, Boolean> wanted = new HashMap<>();
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      List<Object> values = new ArrayList<>();
      part.forEach(file -> values.add(Rows.bytes(file)));
      values.add(millis(now));
      sql.sql(
              "SELECT p.file_id, MIN(r.suspended) AS held FROM pin p JOIN request r"
                  + " ON r.id = p.request_id WHERE p.file_id IN ("
                  + repeat("?", part.size())
                  + ") AND p.state = 'WAITING' AND p.pin_until_ms > ? GROUP BY p.file_id")
          .params(values)
          .query(
              row -> {
                wanted.put(Rows.uuid(row.getBytes("file_id")), row.getInt("held") == 0);
              });
    }
    return wanted;
  }

  /** Stores the reason for waiting that clients are told. */
  public void setReason(JdbcClient sql, Collection<UUID> files, WaitReason reason) {
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      List<Object> values = new ArrayList<>(List.of(reason.name()));
      part.forEach(file -> values.add(Rows.bytes(file)));
      sql.sql(
              "UPDATE pin SET waits_for = ? WHERE file_id IN ("
                  + repeat("?", part.size())
                  + ") AND state = 'WAITING'")
          .params(values)
          .update();
    }
  }

  /** Records that the files are being read from tape, with the time, for clients. */
  public void begin(JdbcClient sql, Collection<UUID> files, Instant now) {
    for (List<UUID> part : Rows.parts(List.copyOf(files))) {
      List<Object> values = new ArrayList<>(List.of(WaitReason.RECALL.name(), millis(now)));
      part.forEach(file -> values.add(Rows.bytes(file)));
      sql.sql(
              "UPDATE pin SET waits_for = ?, began_ms = COALESCE(began_ms, ?) WHERE file_id IN ("
                  + repeat("?", part.size())
                  + ") AND state = 'WAITING'")
          .params(values)
          .update();
    }
  }

  /**
   * One of the pins for each name by which a file is waited for in requests that are not suspended,
   * locked.
   */
  public List<Pin> namesOf(JdbcClient sql, UUID file, Instant now) {
    Map<NameKey, Pin> names = new HashMap<>();
    sql.sql(
            "SELECT "
                + PinColumns.NAMES
                + " FROM pin p JOIN request r ON r.id = p.request_id WHERE p.file_id = ?"
                + " AND p.state = 'WAITING' AND p.pin_until_ms > ? AND r.suspended = FALSE"
                + " LIMIT ? FOR UPDATE")
        .params(List.of(Rows.bytes(file), millis(now), NAMES))
        .query(
            row -> {
              Pin pin = PinColumns.read(row);
              names.putIfAbsent(pin.key(), pin);
            });
    return List.copyOf(names.values());
  }

  /**
   * The waiting for a file under one name ends.
   *
   * @param outcome a pin as all of them are to be, with the file that has the name now; each has
   *     its own life
   */
  public void settle(JdbcClient sql, UUID file, Pin outcome, Instant now) {
    sql.sql(
            "UPDATE pin p JOIN request r ON r.id = p.request_id SET p.state = ?, p.failure = ?,"
                + " p.explanation = ?, p.size = ?, p.file_id = ?, p.ended_ms = ?,"
                + " p.pin_until_ms = CASE WHEN ? THEN ? + p.life_s * 1000 ELSE p.pin_until_ms END"
                + " WHERE p.file_id = ? AND p.name_key = ? AND p.state = 'WAITING'"
                + " AND p.pin_until_ms > ? AND r.suspended = FALSE")
        .params(
            List.of(
                outcome.state().name(),
                orNothing(outcome.failure().map(status -> status.code().name())),
                RequestTable.shortened(outcome.failure().map(ReturnStatus::explanation).orElse("")),
                orNothing(outcome.size()),
                orNothing(outcome.file().map(Rows::bytes)),
                millis(now),
                outcome.state() == PinState.PINNED,
                millis(now),
                Rows.bytes(file),
                outcome.key().bytes(),
                millis(now)))
        .update();
  }

  /** The waiting for a file is in vain, suspended or not. */
  public void refuse(JdbcClient sql, UUID file, ReturnStatus why, Instant now) {
    sql.sql(
            "UPDATE pin SET state = 'FAILED', failure = ?, explanation = ?, ended_ms = ?"
                + " WHERE file_id = ? AND state = 'WAITING' AND pin_until_ms > ?")
        .params(
            List.of(
                why.code().name(),
                RequestTable.shortened(why.explanation()),
                millis(now),
                Rows.bytes(file),
                millis(now)))
        .update();
  }

  /** Pins that wait under one name wait for another file from now on. */
  public void redirect(JdbcClient sql, UUID file, NameKey name, UUID other) {
    sql.sql(
            "UPDATE pin SET file_id = ?, waits_for = 'TAPE' WHERE file_id = ? AND name_key = ?"
                + " AND state = 'WAITING'")
        .params(List.of(Rows.bytes(other), Rows.bytes(file), name.bytes()))
        .update();
  }

  /**
   * Files at or below a path had other names before: pins without a TURL follow them. The names are
   * keys as {@link NameKey} makes them.
   */
  public void follow(JdbcClient sql, String area, AreaPath moved) {
    // '0' is the character after '/': a range of the index
    sql.sql(
            "UPDATE stored_file s JOIN pin p ON p.file_id = s.id"
                + " SET p.name_key = UNHEX(SHA2(CONCAT(?, s.path), 256)) WHERE s.area = ?"
                + " AND (s.path = ? OR (s.path >= ? AND s.path < ?))"
                + " AND p.state = 'PINNED' AND p.turl IS NULL")
        .params(
            List.of(
                Rows.bytes(area + "\0"),
                area,
                Rows.bytes(moved.toString()),
                Rows.bytes(moved + "/"),
                Rows.bytes(moved + "0")))
        .update();
  }

  /**
   * Files at or below a path have been renamed: pins under the earlier names end. Pins on the
   * present names stay; waiting pins end with their recall.
   */
  public void abortMoved(JdbcClient sql, String area, AreaPath moved, Instant now) {
    // '0' is the character after '/': a range of the index
    sql.sql(
            "UPDATE stored_file s JOIN pin p ON p.file_id = s.id SET p.state = 'ABORTED',"
                + " p.explanation = ?, p.ended_ms = ?"
                + " WHERE s.area = ?"
                + " AND (s.path = ? OR (s.path >= ? AND s.path < ?))"
                + " AND p.state = 'PINNED' AND p.pin_until_ms > ?"
                + " AND p.name_key <> UNHEX(SHA2(CONCAT(?, s.path), 256))")
        .params(
            List.of(
                RequestTable.shortened("the file was renamed"),
                millis(now),
                area,
                Rows.bytes(moved.toString()),
                Rows.bytes(moved + "/"),
                Rows.bytes(moved + "0"),
                millis(now),
                Rows.bytes(area + "\0")))
        .update();
  }

  /**
   * The files that pins of a request were entered for, by their positions, where that was noted.
   */
  Map<Integer, UUID> files(JdbcClient sql, RequestToken token) {
    Map<Integer, UUID> files = new HashMap<>();
    sql.sql("SELECT p.position, p.file_id FROM pin p WHERE p.request_id = ?")
        .param(token.bytes())
        .query(
            row -> {
              byte[] file = row.getBytes("file_id");
              if (file != null) {
                files.put(row.getInt("position"), Rows.uuid(file));
              }
            });
    return files;
  }

  /** Who asked in these requests. */
  Map<RequestToken, String> owners(JdbcClient sql, List<RequestToken> requests) {
    Map<RequestToken, String> owners = new HashMap<>();
    for (List<RequestToken> part : Rows.parts(requests)) {
      sql.sql(
              "SELECT r.id, r.owner_dn FROM request r WHERE r.id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(RequestToken::bytes).toList())
          .query(
              row -> {
                owners.put(
                    RequestToken.ofBytes(row.getBytes("id")), Rows.text(row.getBytes("owner_dn")));
              });
    }
    return owners;
  }
}
