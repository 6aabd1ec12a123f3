package org.bora.backend.request;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.repeat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Upload;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code put_file}. */
public final class PutTable {
  /** From so many names on it is cheaper to read all files of a request. */
  private static final int MANY = 200;

  private static final String SELECT = "SELECT " + PutRowColumns.NAMES + " FROM put_file f ";
  private static final String ACTIVE = "f.state = 'SPACE_AVAILABLE'";

  /** Whether a move that runs holds the name of a row; hardly ever is there any move at all. */
  private static final String MOVING =
      ", EXISTS (SELECT 1 FROM name_move m WHERE m.area = f.area AND m.state = 'RUNNING'"
          + " AND (f.path = m.from_path OR f.path = m.to_path OR (m.directory AND"
          + " (LEFT(f.path, LENGTH(m.from_path) + 1) = CONCAT(m.from_path, '/')"
          + " OR LEFT(f.path, LENGTH(m.to_path) + 1) = CONCAT(m.to_path, '/'))))) AS moving";

  private static final String OWNED =
      "SELECT f.request_id, f.position, f.area, f.path, f.upload_id, f.created_ms,"
          + " f.pin_until_ms, r.owner_dn ";

  /** A range of any index that ends with the primary key, in its order. */
  private static final String BEHIND =
      " AND f.request_id >= ? AND (f.request_id > ? OR f.position > ?)"
          + " ORDER BY f.request_id, f.position LIMIT ?";

  /**
   * Inserts files of one request, in the order of their names, so that requests that contend for
   * the same names meet at the first one.
   *
   * <p>Where another put holds one of the names the dialogue fails with a {@link
   * org.springframework.dao.DuplicateKeyException}.
   *
   * @param claimant whose open puts they count among
   */
  public void insert(Dialogue dialogue, List<? extends PutRow> rows, Claimant claimant) {
    List<PutRow> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparing(row -> row.key().toString()));
    for (List<PutRow> part : Rows.parts(sorted)) {
      List<Object> values = new ArrayList<>(part.size() * (PutRowColumns.COUNT + 2));
      for (PutRow row : part) {
        PutRowColumns.write(row, values);
        values.add(Rows.bytes(claimant.callerKey()));
        values.add(Rows.orNothing(claimant.voKey().map(Rows::bytes)));
      }
      dialogue.tell(
          "INSERT INTO put_file ("
              + PutRowColumns.INSERTED
              + ", caller_key, vo_key) VALUES "
              + repeat("(" + repeat("?", PutRowColumns.COUNT + 2) + ")", part.size()),
          values);
    }
  }

  /**
   * The request and those of its files that have one of these names, in one statement.
   *
   * @param keys empty for all files
   * @return empty if there is no such request of any kind
   */
  public Optional<PutFiles> find(JdbcClient sql, RequestToken token, Set<NameKey> keys) {
    boolean some = !keys.isEmpty() && keys.size() < MANY;
    List<Object> values = new ArrayList<>();
    if (some) {
      keys.forEach(key -> values.add(key.bytes()));
    }
    values.add(token.bytes());
    return sql.sql(
            "SELECT "
                + RequestTable.COLUMNS
                + ", "
                + PutRowColumns.NAMES
                + " FROM request r LEFT JOIN put_file f ON f.request_id = r.id"
                + (some ? " AND f.name_key IN (" + repeat("?", keys.size()) + ")" : "")
                + " WHERE r.id = ?") // sorted here, see PinTable.find
        .params(values)
        .query(
            results -> {
              RequestHead head = null;
              List<PutRow> files = new ArrayList<>();
              while (results.next()) {
                head = head == null ? RequestTable.head(results) : head;
                if (results.getBytes("request_id") != null) {
                  files.add(PutRowColumns.read(results));
                }
              }
              files.sort(Comparator.comparingInt(PutRow::position));
              return Optional.ofNullable(head).map(found -> new PutFiles(found, files));
            });
  }

  /** The active puts on these names. */
  public List<AcceptedPut> activeOn(JdbcClient sql, Collection<NameKey> keys) {
    List<AcceptedPut> found = new ArrayList<>();
    for (List<NameKey> part : Rows.parts(List.copyOf(new HashSet<>(keys)))) {
      found.addAll(
          sql.sql(SELECT + "WHERE f.active_key IN (" + repeat("?", part.size()) + ")")
              .params(part.stream().map(NameKey::bytes).toList())
              .query((row, number) -> PutRowColumns.accepted(row))
              .list());
    }
    return found;
  }

  /**
   * The active put on this name, locked until the transaction ends: question and lock are one
   * statement. A transaction that ends the same put by its upload at this moment has locked its row
   * from the other side; the deadlock this can be is repeated as any other.
   */
  public List<AcceptedPut> lockOn(JdbcClient sql, NameKey key) {
    return sql.sql(SELECT + "WHERE f.active_key = ? FOR UPDATE")
        .param(key.bytes())
        .query((row, number) -> PutRowColumns.accepted(row))
        .list();
  }

  /** Some of the active puts at or below this place, locked until the transaction ends. */
  public List<AcceptedPut> lockBelow(JdbcClient sql, Place place, int most) {
    List<Object> values = new ArrayList<>();
    String where = below(place, values);
    values.add(most);
    return sql.sql(SELECT + where + " LIMIT ? FOR UPDATE")
        .params(values)
        .query((row, number) -> PutRowColumns.accepted(row))
        .list();
  }

  /** Active puts that have their bytes from this space: the next ones after a position. */
  public List<AcceptedPut> activeIn(JdbcClient sql, UUID space, PutPosition after, int most) {
    byte[] token = after.token().bytes();
    return sql.sql(
            // named, or a server that hopes for the limit walks through all puts in this order
            SELECT + "FORCE INDEX (put_file_space) WHERE f.space_id = ? AND " + ACTIVE + BEHIND)
        .params(List.of(Rows.bytes(space), token, token, after.position(), most))
        .query((row, number) -> PutRowColumns.accepted(row))
        .list();
  }

  /** The active puts on these names, with their owners. */
  public List<OwnedPut> ownedOn(JdbcClient sql, Collection<NameKey> keys) {
    List<OwnedPut> found = new ArrayList<>();
    for (List<NameKey> part : Rows.parts(List.copyOf(keys))) {
      found.addAll(
          sql.sql(
                  OWNED
                      + "FROM put_file f JOIN request r ON r.id = f.request_id"
                      + " WHERE f.active_key IN ("
                      + repeat("?", part.size())
                      + ")")
              .params(part.stream().map(NameKey::bytes).toList())
              .query((row, number) -> owned(row))
              .list());
    }
    return found;
  }

  /**
   * Active puts on names directly in this directory, with their owners: the next ones after a
   * position.
   */
  public List<OwnedPut> ownedIn(JdbcClient sql, Place directory, PutPosition after, int most) {
    byte[] token = after.token().bytes();
    return sql.sql(
            // index and order of the join are named, or a server that hopes for the limit walks
            // through all requests in this order
            OWNED
                + "FROM put_file f FORCE INDEX (put_file_parent)"
                + " STRAIGHT_JOIN request r ON r.id = f.request_id WHERE f.parent_key = ? AND "
                + ACTIVE
                + BEHIND)
        .params(List.of(NameKey.of(directory).bytes(), token, token, after.position(), most))
        .query((row, number) -> owned(row))
        .list();
  }

  private static OwnedPut owned(ResultSet row) throws SQLException {
    return new OwnedPut(
        new PutPosition(RequestToken.ofBytes(row.getBytes(1)), row.getInt(2)),
        row.getString(3),
        new Upload(AreaPath.parse(Rows.text(row.getBytes(4))), Rows.uuid(row.getBytes(5))),
        Instant.ofEpochMilli(row.getLong(6)),
        Instant.ofEpochMilli(row.getLong(7)),
        Rows.text(row.getBytes(8)));
  }

  /**
   * A put that is active at or below this place, if any.
   *
   * @param until its pin ends later
   */
  public Optional<BusyName> activeBelow(JdbcClient sql, Place place, Instant until) {
    List<Object> values = new ArrayList<>();
    String where = below(place, values) + " AND f.pin_until_ms > ?";
    values.add(until.toEpochMilli());
    return sql.sql(
            "SELECT f.path, f.created_ms, f.pin_until_ms FROM put_file f" + where + " LIMIT 1")
        .params(values)
        .query(
            (row, number) ->
                new BusyName(
                    new Place(place.area(), AreaPath.parse(Rows.text(row.getBytes(1)))),
                    Instant.ofEpochMilli(row.getLong(2)),
                    Instant.ofEpochMilli(row.getLong(3))))
        .optional();
  }

  private static String below(Place place, List<Object> values) {
    String where = " WHERE " + ACTIVE + " AND f.area = ?";
    values.add(place.area().name());
    if (!place.path().isRoot()) {
      // '0' is the character after '/': this is a range of the index, with no pattern to escape.
      where += " AND (f.path = ? OR (f.path >= ? AND f.path < ?))";
      String path = place.path().toString();
      values.add(RequestTable.bytes(path));
      values.add(RequestTable.bytes(path + "/"));
      values.add(RequestTable.bytes(path + "0"));
    }
    return where;
  }

  /**
   * As {@link #lock}, for uploads that are to take their names: asks in the same statement for
   * moves that hold one of the names.
   *
   * @throws NamesMoving where one does; nothing may be renamed then
   */
  public Map<UUID, AcceptedPut> lockToPublish(JdbcClient sql, Collection<AcceptedPut> rows) {
    Map<String, List<AreaPath>> moving = new LinkedHashMap<>();
    Map<UUID, AcceptedPut> locked = new LinkedHashMap<>();
    for (List<UUID> part : Rows.parts(uploads(rows))) {
      sql.sql(
              SELECT.replace(" FROM put_file f ", MOVING + " FROM put_file f ")
                  + "WHERE f.upload_id IN ("
                  + repeat("?", part.size())
                  + ") FOR UPDATE")
          .params(part.stream().map(RequestToken::bytes).toList())
          .query(
              results -> {
                AcceptedPut row = PutRowColumns.accepted(results);
                locked.put(row.id(), row);
                if (results.getBoolean("moving")) {
                  PutRow.Target target = row.target();
                  moving
                      .computeIfAbsent(target.area(), none -> new ArrayList<>())
                      .add(target.path());
                }
              });
    }
    moving.forEach(
        (area, paths) -> {
          throw new NamesMoving(area, paths);
        });
    return locked;
  }

  /** In one order, so that two transactions do not lock each other out. */
  private static List<UUID> uploads(Collection<AcceptedPut> rows) {
    return rows.stream().map(row -> row.id()).sorted(Comparator.comparing(UUID::toString)).toList();
  }

  /** Reads these uploads again and keeps others from changing them until the transaction ends. */
  public Map<UUID, AcceptedPut> lock(JdbcClient sql, Collection<AcceptedPut> rows) {
    Map<UUID, AcceptedPut> locked = new LinkedHashMap<>();
    for (List<UUID> part : Rows.parts(uploads(rows))) {
      sql.sql(SELECT + "WHERE f.upload_id IN (" + repeat("?", part.size()) + ") FOR UPDATE")
          .params(part.stream().map(RequestToken::bytes).toList())
          .query((row, number) -> PutRowColumns.accepted(row))
          .list()
          .forEach(row -> locked.put(row.id(), row));
    }
    return locked;
  }

  /** The position of a walk through overdue puts. */
  public record Cursor(Instant pinUntil, RequestToken token, int position) {
    public static final Cursor START =
        new Cursor(Instant.EPOCH, new RequestToken(new UUID(0, 0)), 0);
  }

  /**
   * Takes puts whose pin ended before {@code before}, oldest first, except those that another
   * backend is just taking. The order is that of the index, which ends with the primary key: any
   * other order would read, sort and lock all overdue puts for each batch.
   */
  public List<AcceptedPut> takeOverdue(JdbcClient sql, Instant before, Cursor after, int most) {
    long from = millis(after.pinUntil());
    byte[] token = after.token().bytes();
    return sql.sql(
            SELECT
                + "WHERE "
                + ACTIVE
                + " AND f.pin_until_ms < ? AND f.pin_until_ms >= ?"
                + " AND (f.pin_until_ms > ? OR f.request_id > ?"
                + " OR (f.request_id = ? AND f.position > ?))"
                + " ORDER BY f.pin_until_ms, f.request_id, f.position LIMIT ?"
                + " FOR UPDATE SKIP LOCKED")
        .params(List.of(millis(before), from, from, token, token, after.position(), most))
        .query((row, number) -> PutRowColumns.accepted(row))
        .list();
  }

  /** Whether the file was put to this name by a put that began by then. */
  public boolean began(JdbcClient sql, NameKey name, UUID upload, Instant when) {
    return sql.sql(
            "SELECT 1 FROM put_file f WHERE f.upload_id = ? AND f.name_key = ?"
                + " AND f.created_ms <= ?")
        .params(List.of(RequestToken.bytes(upload), name.bytes(), millis(when)))
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  /** Which of these uploads belong to active puts. */
  public Set<UUID> activeUploads(JdbcClient sql, Collection<UUID> ids) {
    Map<UUID, PutState> states = states(sql, ids);
    states.values().removeIf(PutState::isTerminal);
    return states.keySet();
  }

  /** The states of the puts of these uploads; uploads without a put are left out. */
  public Map<UUID, PutState> states(JdbcClient sql, Collection<UUID> uploads) {
    Map<UUID, PutState> states = new HashMap<>();
    for (List<UUID> part : Rows.parts(List.copyOf(uploads))) {
      sql.sql(
              "SELECT f.upload_id, f.state FROM put_file f WHERE f.upload_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(RequestToken::bytes).toList())
          .query(
              row -> {
                states.put(RequestToken.uuid(row.getBytes(1)), PutState.valueOf(row.getString(2)));
              });
    }
    return states;
  }

  /**
   * Uploads of puts that ended without a file, and whose pins lasted until {@code from} or longer:
   * the next ones after a position, in the order of the index.
   */
  public List<EndedUpload> givenUp(
      JdbcClient sql, PutState state, Instant from, Cursor after, int most) {
    long since = Math.max(millis(from), millis(after.pinUntil()));
    byte[] token = after.token().bytes();
    return sql.sql(
            "SELECT f.pin_until_ms, f.request_id, f.position, f.area, f.path, f.upload_id"
                + " FROM put_file f WHERE f.state = ? AND f.pin_until_ms >= ?"
                + " AND (f.pin_until_ms > ? OR f.request_id > ?"
                + " OR (f.request_id = ? AND f.position > ?)) AND f.upload_id IS NOT NULL"
                + " ORDER BY f.pin_until_ms, f.request_id, f.position LIMIT ?")
        .params(
            List.of(
                state.name(),
                since,
                millis(after.pinUntil()),
                token,
                token,
                after.position(),
                most))
        .query(
            (row, number) ->
                new EndedUpload(
                    new Cursor(
                        Instant.ofEpochMilli(row.getLong(1)),
                        RequestToken.ofBytes(row.getBytes(2)),
                        row.getInt(3)),
                    row.getString(4),
                    new Upload(
                        AreaPath.parse(Rows.text(row.getBytes(5))), Rows.uuid(row.getBytes(6)))))
        .list();
  }

  /**
   * The upload of a put that has ended.
   *
   * @param at where it comes among all puts of its state
   */
  public record EndedUpload(Cursor at, String area, Upload upload) {}

  private record Fate(PutState state, Optional<SrmStatus> failure, String explanation) {}

  /**
   * Stores state, reason and size of rows that were locked before: one statement per fate.
   *
   * @param now kept as the time when those ended whose new state is terminal
   */
  public void update(Dialogue dialogue, Collection<AcceptedPut> rows, Instant now) {
    Map<Fate, List<AcceptedPut>> fates = new LinkedHashMap<>();
    for (AcceptedPut row : rows) {
      Fate fate = new Fate(row.state(), row.failure(), row.explanation());
      fates.computeIfAbsent(fate, none -> new ArrayList<>()).add(row);
    }
    fates.forEach(
        (fate, all) -> Rows.parts(all).forEach(part -> update(dialogue, fate, part, now)));
  }

  private static void update(Dialogue dialogue, Fate fate, List<AcceptedPut> rows, Instant now) {
    List<Object> values = new ArrayList<>();
    values.add(fate.state().name());
    values.add(Rows.orNothing(fate.failure().map(SrmStatus::name)));
    values.add(RequestTable.shortened(fate.explanation()));
    values.add(
        Rows.orNothing(Optional.of(now).filter(at -> fate.state().isTerminal()).map(Rows::millis)));
    List<byte[]> ids = rows.stream().map(row -> RequestToken.bytes(row.id())).toList();
    for (int at = 0; at < rows.size(); at++) {
      values.add(ids.get(at));
      values.add(Rows.orNothing(rows.get(at).size()));
    }
    values.addAll(ids);
    dialogue.tell(
        "UPDATE put_file SET state = ?, failure = ?, explanation = ?, ended_ms = ?,"
            + " size = CASE upload_id"
            + " WHEN ? THEN ?".repeat(rows.size())
            + " END WHERE upload_id IN ("
            + repeat("?", rows.size())
            + ")",
        values);
  }

  /** The copies on disk of these files, whose rows are locked, will not be pinned. */
  public void dropCopyPins(JdbcClient sql, Collection<UUID> uploads) {
    for (List<UUID> part : Rows.parts(List.copyOf(uploads))) {
      sql.sql(
              "UPDATE put_file SET copy_pin_s = 0 WHERE upload_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(part.stream().map(Rows::bytes).toList())
          .update();
    }
  }

  /** Moves the time until which srmPutDone must come, of puts that are active. */
  public void extend(JdbcClient sql, List<AcceptedPut> rows, Instant until) {
    for (List<AcceptedPut> part : Rows.parts(rows)) {
      List<Object> values = new ArrayList<>(List.of(millis(until)));
      part.forEach(row -> values.add(RequestToken.bytes(row.id())));
      sql.sql(
              "UPDATE put_file f SET f.pin_until_ms = GREATEST(f.pin_until_ms, ?) WHERE "
                  + ACTIVE
                  + " AND f.upload_id IN ("
                  + repeat("?", part.size())
                  + ")")
          .params(values)
          .update();
    }
  }

  /** Moves that time back, of a put that is active and has had no other since. */
  public void shorten(JdbcClient sql, AcceptedPut row, Instant from, Instant to) {
    sql.sql(
            "UPDATE put_file f SET f.pin_until_ms = ? WHERE "
                + ACTIVE
                + " AND f.upload_id = ? AND f.pin_until_ms = ?")
        .params(List.of(millis(to), RequestToken.bytes(row.id()), millis(from)))
        .update();
  }

  /**
   * Files of one request with the same state.
   *
   * @param seen their state, also by the clock
   * @param outcome what each of them contributes to the status of the request
   */
  public record Group(RequestToken token, PutState seen, ReturnStatus outcome, int count) {}

  /** The files of some requests in groups, those with the first files first; one statement. */
  public List<Group> groups(JdbcClient sql, Collection<RequestHead> requests, Instant now) {
    List<Group> groups = new ArrayList<>();
    for (List<RequestHead> part : Rows.parts(List.copyOf(requests))) {
      List<Object> values = new ArrayList<>(List.of(millis(now)));
      part.forEach(head -> values.add(head.token().bytes()));
      groups.addAll(
          sql.sql(
                  "SELECT request_id, state, failure, upload_id IS NOT NULL AS accepted,"
                      + " MIN(explanation) AS explanation, pin_until_ms <= ? AS time_over,"
                      + " COUNT(*) AS files FROM put_file WHERE request_id IN ("
                      + repeat("?", part.size())
                      + ") GROUP BY request_id, state, failure, accepted, time_over"
                      + " ORDER BY MIN(position)")
              .params(values)
              .query((row, number) -> group(row))
              .list());
    }
    return groups;
  }

  private static Group group(ResultSet row) throws SQLException {
    PutState stored = PutState.valueOf(row.getString("state"));
    PutState seen =
        row.getBoolean("time_over") ? stored.next(PutState.Event.PIN_OVER).orElse(stored) : stored;
    ReturnStatus outcome =
        row.getBoolean("accepted")
            ? ReturnStatus.success()
            : ReturnStatus.of(
                SrmStatus.valueOf(row.getString("failure")),
                RequestTable.text(row.getBytes("explanation")));
    return new Group(
        RequestToken.ofBytes(row.getBytes("request_id")), seen, outcome, row.getInt("files"));
  }
}
