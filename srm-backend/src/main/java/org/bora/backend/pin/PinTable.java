package org.bora.backend.pin;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;
import static org.bora.backend.database.Rows.repeat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code pin}. */
public final class PinTable {
  private static final String INSERTED =
      "request_id, position, surl, name_key, state, failure, explanation, size, pin_until_ms, turl";
  private static final String NAMES = "p." + INSERTED.replace(", ", ", p.");
  private static final int COUNT = INSERTED.split(",", -1).length;

  /** Inserts the files of one request. */
  public void insert(JdbcClient sql, List<Pin> pins) {
    for (List<Pin> part : Rows.parts(pins)) {
      List<Object> values = new ArrayList<>(part.size() * COUNT);
      part.forEach(pin -> write(pin, values));
      sql.sql(
              "INSERT INTO pin ("
                  + INSERTED
                  + ") VALUES "
                  + repeat("(" + repeat("?", COUNT) + ")", part.size()))
          .params(values)
          .update();
    }
  }

  /** A request with all its files, in one statement; empty where there is none of any kind. */
  public Optional<PinnedFiles> find(JdbcClient sql, RequestToken token) {
    return sql.sql(
            "SELECT "
                + RequestTable.COLUMNS
                + ", "
                + NAMES
                + " FROM request r LEFT JOIN pin p ON p.request_id = r.id"
                + " WHERE r.id = ? ORDER BY p.position")
        .params(List.of(token.bytes()))
        .query(
            results -> {
              RequestHead head = null;
              List<Pin> files = new ArrayList<>();
              while (results.next()) {
                head = head == null ? RequestTable.head(results) : head;
                if (results.getBytes("request_id") != null) {
                  files.add(read(results));
                }
              }
              return Optional.ofNullable(head).map(found -> new PinnedFiles(found, files));
            });
  }

  /** The pins that {@code ownerDn} has, or has given back, on these names. */
  public List<Pin> ofOwner(JdbcClient sql, String ownerDn, Collection<NameKey> keys) {
    List<Pin> found = new ArrayList<>();
    for (List<NameKey> part : Rows.parts(List.copyOf(new LinkedHashSet<>(keys)))) {
      List<Object> values = new ArrayList<>();
      part.forEach(key -> values.add(key.bytes()));
      values.add(RequestTable.bytes(ownerDn));
      found.addAll(
          sql.sql(
                  "SELECT "
                      + NAMES
                      + " FROM pin p JOIN request r ON r.id = p.request_id WHERE p.name_key IN ("
                      + repeat("?", part.size())
                      + ") AND p.state IN ('PINNED', 'RELEASED') AND r.owner_dn = ?")
              .params(values)
              .query((row, number) -> read(row))
              .list());
    }
    return found;
  }

  /**
   * Moves those of these pins that are pinned to {@code next}. Whoever came first wins; there is
   * nothing to lock, because a pin leaves PINNED only once and nothing else hangs on it.
   */
  public void move(JdbcClient sql, Collection<Pin> pins, PinState next) {
    Map<RequestToken, List<Integer>> positions = new LinkedHashMap<>();
    for (Pin pin : pins) {
      positions.computeIfAbsent(pin.token(), none -> new ArrayList<>()).add(pin.position());
    }
    positions.forEach(
        (token, all) -> Rows.parts(all).forEach(part -> move(sql, token, part, next)));
  }

  private static void move(
      JdbcClient sql, RequestToken token, List<Integer> positions, PinState next) {
    List<Object> values = new ArrayList<>();
    values.add(next.name());
    values.add(token.bytes());
    values.addAll(positions);
    sql.sql(
            "UPDATE pin SET state = ? WHERE request_id = ? AND position IN ("
                + repeat("?", positions.size())
                + ") AND state = 'PINNED'")
        .params(values)
        .update();
  }

  /** Ends every pin on these names, as their content is gone. Returns how many there were. */
  public int abortOn(JdbcClient sql, Collection<NameKey> keys) {
    int ended = 0;
    for (List<NameKey> part : Rows.parts(List.copyOf(new LinkedHashSet<>(keys)))) {
      ended +=
          sql.sql(
                  "UPDATE pin SET state = 'ABORTED' WHERE name_key IN ("
                      + repeat("?", part.size())
                      + ") AND state = 'PINNED'")
              .params(part.stream().map(NameKey::bytes).toList())
              .update();
    }
    return ended;
  }

  private static void write(Pin pin, List<Object> values) {
    values.add(pin.token().bytes());
    values.add(pin.position());
    values.add(RequestTable.bytes(pin.surl().text()));
    values.add(pin.key().bytes());
    values.add(pin.state().name());
    values.add(orNothing(pin.failure().map(status -> status.code().name())));
    values.add(RequestTable.shortened(pin.failure().map(ReturnStatus::explanation).orElse("")));
    values.add(orNothing(pin.size()));
    values.add(millis(pin.until()));
    values.add(orNothing(pin.turl().map(RequestTable::bytes)));
  }

  private static Pin read(ResultSet row) throws SQLException {
    String failure = row.getString("failure");
    String explanation = RequestTable.text(row.getBytes("explanation"));
    byte[] turl = row.getBytes("turl");
    long size = row.getLong("size");
    OptionalLong known = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(size);
    return new Pin(
        RequestToken.ofBytes(row.getBytes("request_id")),
        row.getInt("position"),
        new Surl(RequestTable.text(row.getBytes("surl"))),
        NameKey.ofBytes(row.getBytes("name_key")),
        PinState.valueOf(row.getString("state")),
        Optional.ofNullable(failure)
            .map(code -> ReturnStatus.of(SrmStatus.valueOf(code), explanation)),
        known,
        Instant.ofEpochMilli(row.getLong("pin_until_ms")),
        Optional.ofNullable(turl).map(RequestTable::text));
  }
}
