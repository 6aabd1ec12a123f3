package org.bora.backend.pin;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Rows;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;

/** Maps a {@link Pin} to the columns of its table. */
final class PinColumns {
  private static final String READ =
      "request_id, position, surl, name_key, state, waits_for, start_ms, failure, explanation,"
          + " size, pin_until_ms, life_s, turl,"
          + " file_id, began_ms, ended_ms";

  static final String INSERTED = READ + ", buffer";

  /** The alias of the table is {@code p}. */
  static final String NAMES = "p." + READ.replace(", ", ", p.");

  static final int COUNT = INSERTED.split(",", -1).length;

  private PinColumns() {}

  /**
   * Values of {@link #INSERTED}.
   *
   * @param buffer of the area in which the pin keeps its file; empty where files never leave
   */
  static void write(Pin pin, Optional<String> buffer, List<Object> values) {
    values.add(pin.token().bytes());
    values.add(pin.position());
    values.add(RequestTable.bytes(pin.surl().text()));
    values.add(pin.key().bytes());
    values.add(pin.state().name());
    values.add(orNothing(pin.waiting().map(waiting -> waiting.reason().name())));
    values.add(orNothing(pin.waiting().map(waiting -> millis(waiting.start()))));
    values.add(orNothing(pin.failure().map(status -> status.code().name())));
    values.add(RequestTable.shortened(pin.failure().map(ReturnStatus::explanation).orElse("")));
    values.add(orNothing(pin.size()));
    values.add(millis(pin.until()));
    values.add(pin.life().toSeconds());
    values.add(orNothing(pin.turl().map(RequestTable::bytes)));
    values.add(orNothing(pin.file().map(Rows::bytes)));
    values.add(orNothing(pin.times().began().map(Rows::millis)));
    values.add(orNothing(pin.times().ended().map(Rows::millis)));
    values.add(orNothing(buffer));
  }

  /**
   * Reads {@link #NAMES} of a row that begins with them. By position: to look up a name for each
   * value costs the driver more than the value, and a status reads hundreds of rows.
   */
  static Pin read(ResultSet row) throws SQLException {
    byte[] turl = row.getBytes(13);
    long size = row.getLong(10);
    OptionalLong known = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(size);
    PinState state = PinState.valueOf(row.getString(5));
    return new Pin(
        RequestToken.ofBytes(row.getBytes(1)),
        row.getInt(2),
        new Surl(RequestTable.text(row.getBytes(3))),
        NameKey.ofBytes(row.getBytes(4)),
        state,
        state == PinState.WAITING ? Optional.of(waiting(row)) : Optional.empty(),
        Optional.ofNullable(row.getBytes(14)).map(Rows::uuid),
        state == PinState.WITHDRAWN || state == PinState.ABORTED
            ? end(row.getBytes(9))
            : failure(row.getString(8), row.getBytes(9)),
        known,
        Instant.ofEpochMilli(row.getLong(11)),
        Duration.ofSeconds(row.getLong(12)),
        Optional.ofNullable(turl).map(RequestTable::text),
        new PinTimes(time(row, 15), time(row, 16)));
  }

  private static Optional<Instant> time(ResultSet row, int column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  private static Pin.Waiting waiting(ResultSet row) throws SQLException {
    return new Pin.Waiting(
        WaitReason.valueOf(row.getString(6)), Instant.ofEpochMilli(row.getLong(7)));
  }

  /** The columns failure and explanation; also of a group of rows. */
  static Optional<ReturnStatus> failure(ResultSet row) throws SQLException {
    return failure(row.getString("failure"), row.getBytes("explanation"));
  }

  /** Why a pin ended; empty where that was not noted. */
  private static Optional<ReturnStatus> end(byte[] explanation) {
    return explanation.length == 0
        ? Optional.empty()
        : Optional.of(ReturnStatus.of(SrmStatus.ABORTED, RequestTable.text(explanation)));
  }

  private static Optional<ReturnStatus> failure(String code, byte[] explanation) {
    return Optional.ofNullable(code)
        .map(SrmStatus::valueOf)
        .map(failure -> ReturnStatus.of(failure, RequestTable.text(explanation)));
  }
}
