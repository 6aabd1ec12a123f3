package org.bora.backend.pin;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;
import static org.bora.backend.database.Rows.repeat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code pin}. */
public final class PinTable {
  /** Why a pin ended that no client of its request gave up. */
  static final String REPLACED = "the file was removed or replaced";

  private static final String REMOVED = "the file was removed or renamed";

  /**
   * Inserts the files of one request.
   *
   * @param buffers the areas in whose buffers the pins keep files, by their positions
   */
  public void insert(Dialogue dialogue, List<Pin> pins, Map<Integer, String> buffers) {
    for (List<Pin> part : Rows.parts(pins)) {
      List<Object> values = new ArrayList<>(part.size() * PinColumns.COUNT);
      part.forEach(
          pin -> {
            Optional<String> buffer = Optional.ofNullable(buffers.get(pin.position()));
            PinColumns.write(pin, buffer, values);
          });
      dialogue.tell(
          "INSERT INTO pin ("
              + PinColumns.INSERTED
              + ") VALUES "
              + repeat("(" + repeat("?", PinColumns.COUNT) + ")", part.size()),
          values);
    }
  }

  /**
   * A request of any kind with all its files, in one statement; empty if there is none. Only the
   * first file has the request's columns, because repeating them for hundreds of files would double
   * the data of a poll. The files are sorted here: MariaDB would sort them in a temporary table on
   * disk, because SURLs and reasons are long texts, which costs more than the rest of a poll. They
   * are read by the primary key, so the server need not choose an index.
   */
  public Optional<PinnedFiles> find(JdbcClient sql, RequestToken token) {
    return sql.sql(
            "SELECT "
                + PinColumns.NAMES
                + ", "
                + RequestTable.columnsOf("p.position")
                + " FROM request r LEFT JOIN pin p FORCE INDEX (PRIMARY)"
                + " ON p.request_id = r.id WHERE r.id = ?")
        .params(List.of(token.bytes()))
        .query(
            results -> {
              RequestHead head = null;
              List<Pin> files = new ArrayList<>();
              while (results.next()) {
                if (results.getBytes("id") != null) {
                  head = RequestTable.head(results);
                }
                if (results.getBytes(1) != null) {
                  files.add(PinColumns.read(results));
                }
              }
              files.sort(Comparator.comparingInt(Pin::position));
              return Optional.ofNullable(head).map(found -> new PinnedFiles(found, files));
            });
  }

  /** The pins that {@code ownerDn} has, waits for, or has given back, on these names. */
  public List<Pin> ofOwner(JdbcClient sql, String ownerDn, Collection<NameKey> keys) {
    List<Pin> found = new ArrayList<>();
    for (List<NameKey> part : Rows.parts(List.copyOf(new LinkedHashSet<>(keys)))) {
      List<Object> values = new ArrayList<>();
      part.forEach(key -> values.add(key.bytes()));
      values.add(RequestTable.bytes(ownerDn));
      found.addAll(
          sql.sql(
                  "SELECT "
                      + PinColumns.NAMES
                      + " FROM pin p JOIN request r ON r.id = p.request_id WHERE p.name_key IN ("
                      + repeat("?", part.size())
                      + ") AND p.state IN ('WAITING', 'PINNED', 'RELEASED') AND r.owner_dn = ?")
              .params(values)
              .query((row, number) -> PinColumns.read(row))
              .list());
    }
    return found;
  }

  /**
   * Applies an event to those of these pins in a suitable state. The first event wins. No lock is
   * needed, because no pin returns to an earlier state and nothing else depends on it.
   *
   * @return the number of changed pins of each request
   */
  public Map<RequestToken, Integer> move(
      JdbcClient sql, Collection<Pin> pins, PinState.Event event, Instant now) {
    return move(sql, pins, moving(event), List.of(millis(now)));
  }

  /**
   * The same for an abort.
   *
   * @param why the reason for later queries; empty for an abort by the client
   */
  public Map<RequestToken, Integer> abort(
      JdbcClient sql, Collection<Pin> pins, String why, Instant now) {
    return why.isEmpty()
        ? move(sql, pins, PinState.Event.ABORT, now)
        : move(
            sql,
            pins,
            "explanation = ?, " + moving(PinState.Event.ABORT),
            List.of(RequestTable.shortened(why), millis(now)));
  }

  private static Map<RequestToken, Integer> move(
      JdbcClient sql, Collection<Pin> pins, String moving, List<Object> first) {
    Map<RequestToken, List<Integer>> positions = new LinkedHashMap<>();
    for (Pin pin : pins) {
      positions.computeIfAbsent(pin.token(), none -> new ArrayList<>()).add(pin.position());
    }
    Map<RequestToken, Integer> moved = new LinkedHashMap<>();
    positions.forEach(
        (token, all) ->
            Rows.parts(all)
                .forEach(
                    part ->
                        moved.merge(token, move(sql, token, part, moving, first), Integer::sum)));
    return moved;
  }

  private static int move(
      JdbcClient sql,
      RequestToken token,
      List<Integer> positions,
      String moving,
      List<Object> first) {
    List<Object> values = new ArrayList<>(first);
    values.add(token.bytes());
    values.addAll(positions);
    return sql.sql(
            "UPDATE pin SET "
                + moving
                + " AND request_id = ? AND position IN ("
                + repeat("?", positions.size())
                + ")")
        .params(values)
        .update();
  }

  /**
   * Those of these pins of one request that hold at {@code now} under the names that they had when
   * they were read; locked.
   */
  List<Pin> lockHeld(JdbcClient sql, RequestToken token, List<Pin> known, Instant now) {
    Map<Integer, NameKey> held = new HashMap<>();
    for (List<Pin> part : Rows.parts(known)) {
      List<Object> values = new ArrayList<>(List.of(token.bytes(), millis(now)));
      part.forEach(pin -> values.add(pin.position()));
      sql.sql(
              "SELECT p.position, p.name_key FROM pin p WHERE p.request_id = ?"
                  + " AND p.state = 'PINNED' AND p.pin_until_ms > ? AND p.position IN ("
                  + repeat("?", part.size())
                  + ") FOR UPDATE")
          .params(values)
          .query(
              row -> {
                held.put(row.getInt("position"), NameKey.ofBytes(row.getBytes("name_key")));
              });
    }
    return known.stream().filter(pin -> pin.key().equals(held.get(pin.position()))).toList();
  }

  /** Whether any of these files is pinned at this time. */
  public boolean isAnyPinned(JdbcClient sql, List<NameKey> keys, Instant now) {
    List<Object> values = new ArrayList<>(List.of(Rows.millis(now)));
    keys.forEach(key -> values.add(key.bytes()));
    return sql.sql(
            "SELECT 1 FROM pin WHERE state = 'PINNED' AND pin_until_ms > ? AND name_key IN ("
                + Rows.repeat("?", keys.size())
                + ") LIMIT 1")
        .params(values)
        .query((row, number) -> row.getInt(1))
        .optional()
        .isPresent();
  }

  /**
   * The part of an UPDATE that does to every state what the event does to it; its parameter is the
   * time. A pin that is given back ended to wait when it began.
   */
  private static String moving(PinState.Event event) {
    String ended = event == PinState.Event.RELEASE ? "COALESCE(ended_ms, ?)" : "?";
    StringBuilder next = new StringBuilder("ended_ms = " + ended + ", state = CASE state");
    List<PinState> from =
        Stream.of(PinState.values()).filter(state -> state.next(event).isPresent()).toList();
    for (PinState state : from) {
      next.append(" WHEN '").append(state).append("' THEN '");
      next.append(state.next(event).orElseThrow()).append('\'');
    }
    return next
        + from.stream()
            .map(state -> "'" + state + "'")
            .collect(Collectors.joining(", ", " END WHERE state IN (", ")"));
  }

  /** Those of these names that are pinned now; of a name's pins the index gives the last. */
  public Set<NameKey> held(JdbcClient sql, Collection<NameKey> keys, Instant now) {
    Set<NameKey> held = new HashSet<>();
    for (List<NameKey> part : Rows.parts(List.copyOf(new LinkedHashSet<>(keys)))) {
      sql.sql(
              "SELECT p.name_key, MAX(p.pin_until_ms) AS last_ms FROM pin p WHERE p.name_key IN ("
                  + repeat("?", part.size())
                  + ") AND p.state = 'PINNED' GROUP BY p.name_key")
          .params(part.stream().map(NameKey::bytes).toList())
          .query(
              row -> {
                if (row.getLong("last_ms") > millis(now)) {
                  held.add(NameKey.ofBytes(row.getBytes("name_key")));
                }
              });
    }
    return held;
  }

  /** Whether another caller than {@code ownerDn} may read this name now. */
  public boolean isHeldByOthers(JdbcClient sql, NameKey key, String ownerDn, Instant now) {
    return sql.sql(
            "SELECT 1 FROM pin p JOIN request r ON r.id = p.request_id WHERE p.name_key = ?"
                + " AND p.state = 'PINNED' AND p.pin_until_ms > ? AND r.owner_dn <> ? LIMIT 1")
        .params(List.of(key.bytes(), millis(now), RequestTable.bytes(ownerDn)))
        .query((row, number) -> row.getInt(1))
        .optional()
        .isPresent();
  }

  /**
   * Ends the pins, those to come too, on names whose files were removed or renamed. Another file
   * that has a name by now keeps its pins.
   *
   * @param gone the identifiers of the files; empty where they carried none, and then every pin on
   *     the names ends
   */
  public void abortRemoved(
      JdbcClient sql, Collection<NameKey> keys, Collection<UUID> gone, Instant now) {
    for (List<NameKey> part : Rows.parts(List.copyOf(new LinkedHashSet<>(keys)))) {
      List<Object> values = new ArrayList<>(List.of(RequestTable.shortened(REMOVED), millis(now)));
      part.forEach(key -> values.add(key.bytes()));
      values.add(millis(now));
      gone.forEach(id -> values.add(Rows.bytes(id)));
      String theirs =
          gone.isEmpty()
              ? ""
              : " AND (file_id IS NULL OR file_id IN (" + repeat("?", gone.size()) + "))";
      sql.sql(
              "UPDATE pin SET explanation = ?, "
                  + moving(PinState.Event.ABORT)
                  + " AND name_key IN ("
                  + repeat("?", part.size())
                  + ") AND pin_until_ms > ?"
                  + theirs)
          .params(values)
          .update();
    }
  }

  /**
   * Takes files whose wait for {@code reason} has ended, and reserves them for this backend until
   * {@code lease}; without files of suspended or expired requests.
   */
  public List<Pin> claimReady(
      JdbcClient sql, WaitReason reason, Instant now, Instant lease, int most) {
    List<Pin> taken =
        sql.sql(
                "SELECT "
                    + PinColumns.NAMES
                    + " FROM pin p JOIN request r ON r.id = p.request_id"
                    + " WHERE p.state = 'WAITING' AND p.waits_for = ? AND p.start_ms <= ?"
                    + " AND p.lease_ms <= ? AND p.pin_until_ms > ? AND r.suspended = FALSE"
                    + " ORDER BY p.start_ms LIMIT ? FOR UPDATE SKIP LOCKED")
            .params(List.of(reason.name(), millis(now), millis(now), millis(now), most))
            .query((row, number) -> PinColumns.read(row))
            .list();
    for (Pin pin : taken) {
      sql.sql("UPDATE pin SET lease_ms = ? WHERE request_id = ? AND position = ?")
          .params(List.of(millis(lease), pin.token().bytes(), pin.position()))
          .update();
    }
    return taken;
  }

  /** Stores the results of files that waited, except those abandoned meanwhile. */
  public void settle(JdbcClient sql, List<Pin> settled) {
    for (Pin pin : settled) {
      sql.sql(
              "UPDATE pin SET state = ?, failure = ?, explanation = ?, size = ?, pin_until_ms = ?,"
                  + " waits_for = ?, start_ms = ?, file_id = ?, began_ms = ?, ended_ms = ?,"
                  + " lease_ms = 0"
                  + " WHERE request_id = ? AND position = ? AND state = 'WAITING'")
          .params(
              List.of(
                  pin.state().name(),
                  orNothing(pin.failure().map(status -> status.code().name())),
                  RequestTable.shortened(pin.failure().map(ReturnStatus::explanation).orElse("")),
                  orNothing(pin.size()),
                  millis(pin.until()),
                  orNothing(pin.waiting().map(waiting -> waiting.reason().name())),
                  orNothing(pin.waiting().map(waiting -> millis(waiting.start()))),
                  orNothing(pin.file().map(Rows::bytes)),
                  orNothing(pin.times().began().map(Rows::millis)),
                  orNothing(pin.times().ended().map(Rows::millis)),
                  pin.token().bytes(),
                  pin.position()))
          .update();
    }
  }

  /**
   * Stores that the total request time ended the waiting of some files, those first that ended
   * first. Returns how many.
   */
  public int timeOut(JdbcClient sql, Instant now, int most) {
    PinState over = PinState.WAITING.next(PinState.Event.TIME_OVER).orElseThrow();
    return sql.sql(
            "UPDATE pin SET state = ?, ended_ms = pin_until_ms WHERE state = 'WAITING'"
                + " AND pin_until_ms <= ?"
                + " ORDER BY pin_until_ms LIMIT ?")
        .params(List.of(over.name(), millis(now), most))
        .update();
  }

  /**
   * The use of a buffer by a caller.
   *
   * @param bytes each file counted once
   * @param pins number of pins in the sum; a file with several pins counts several times
   */
  record Kept(long bytes, long pins) {}

  /**
   * What a caller keeps in the buffer of an area now. It reads the caller's requests that have not
   * ended, and their pins: a request outlives its pins, and lies here for days after them. The way
   * is prescribed: where callers have many pins each, MariaDB thinks it cheaper to read all pins of
   * all of them, however many only wait.
   */
  Kept keptBy(JdbcClient sql, String ownerDn, String area, Instant now) {
    return sql.sql(
            "SELECT COALESCE(SUM(k.size), 0), COALESCE(SUM(k.pins), 0)"
                + " FROM (SELECT MAX(p.size) AS size, COUNT(*) AS pins FROM request r"
                + " STRAIGHT_JOIN pin p FORCE INDEX (pin_request_state) ON p.request_id = r.id"
                + " WHERE r.owner_dn = ? AND r.ends_ms > ?"
                + " AND p.buffer = ? AND p.state = 'PINNED' AND p.pin_until_ms > ? GROUP BY p.name_key) k")
        .params(List.of(RequestTable.bytes(ownerDn), millis(now), area, millis(now)))
        .query((row, number) -> new Kept(row.getLong(1), row.getLong(2)))
        .single();
  }

  /** Moves the ends of pins that hold at {@code now}; returns how many became longer. */
  int extend(
      JdbcClient sql, RequestToken token, List<Integer> positions, Instant now, Instant until) {
    int extended = 0;
    for (List<Integer> part : Rows.parts(positions)) {
      List<Object> values = new ArrayList<>(List.of(millis(until), token.bytes()));
      values.addAll(part);
      values.addAll(List.of(millis(now), millis(until)));
      extended +=
          sql.sql(
                  "UPDATE pin SET pin_until_ms = ? WHERE request_id = ? AND position IN ("
                      + repeat("?", part.size())
                      + ") AND state = 'PINNED' AND pin_until_ms > ? AND pin_until_ms < ?")
              .params(values)
              .update();
    }
    return extended;
  }

  /**
   * Files of one request with the same state.
   *
   * @param outcome what each of them contributes to the status of the request
   */
  public record Group(RequestToken token, ReturnStatus outcome, int count) {}

  /** The files of some requests in groups, those with the first files first; one statement. */
  public List<Group> groups(JdbcClient sql, Collection<RequestHead> requests, Instant now) {
    Map<RequestToken, RequestHead> heads = new LinkedHashMap<>();
    requests.forEach(head -> heads.put(head.token(), head));
    List<Group> groups = new ArrayList<>();
    for (List<RequestToken> part : Rows.parts(List.copyOf(heads.keySet()))) {
      List<Object> values = new ArrayList<>(List.of(millis(now)));
      part.forEach(token -> values.add(token.bytes()));
      groups.addAll(
          sql.sql(
                  "SELECT request_id, state, waits_for, failure, MIN(explanation) AS explanation,"
                      + " pin_until_ms <= ? AS time_over, COUNT(*) AS files"
                      + " FROM pin WHERE request_id IN ("
                      + repeat("?", part.size())
                      + ") GROUP BY request_id, state, waits_for, failure, time_over"
                      + " ORDER BY MIN(position)")
              .params(values)
              .query(
                  (row, number) -> {
                    RequestToken token = RequestToken.ofBytes(row.getBytes("request_id"));
                    PinState stored = PinState.valueOf(row.getString("state"));
                    PinState seen =
                        row.getBoolean("time_over")
                            ? stored.next(PinState.Event.TIME_OVER).orElse(stored)
                            : stored;
                    Optional<WaitReason> reason =
                        Optional.ofNullable(row.getString("waits_for")).map(WaitReason::valueOf);
                    return new Group(
                        token,
                        Pin.outcome(
                            seen, PinColumns.failure(row), reason, heads.get(token).suspended()),
                        row.getInt("files"));
                  })
              .list());
    }
    return groups;
  }
}
