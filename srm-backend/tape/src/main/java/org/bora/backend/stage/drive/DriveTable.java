package org.bora.backend.stage.drive;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_drive}. */
final class DriveTable {
  private static final String SELECT =
      "SELECT d.slot, d.holder, d.taken_for, d.volume, d.lease_ms, d.loaded, d.head, d.pass_ms,"
          + " d.last_ms, d.last_files, d.last_bytes"
          + " FROM tape_drive d WHERE d.library_name = ? ORDER BY d.slot";

  /** Creates missing rows for a library's drives. */
  void insert(JdbcClient sql, String library, int drives) {
    List<Object> values = new ArrayList<>();
    for (int slot = 0; slot < drives; slot++) {
      values.add(library);
      values.add(slot);
    }
    sql.sql(
            "INSERT INTO tape_drive (library_name, slot) VALUES "
                + Rows.repeat("(?, ?)", drives)
                + " ON DUPLICATE KEY UPDATE slot = VALUES(slot)")
        .params(values)
        .update();
  }

  /** All that there ever were: another backend may go by more than this one. */
  List<DriveState> of(JdbcClient sql, String library) {
    return find(sql, SELECT, library);
  }

  /** The same, locked until the transaction ends. */
  List<DriveState> lock(JdbcClient sql, String library) {
    return find(sql, SELECT + " FOR UPDATE", library);
  }

  private static List<DriveState> find(JdbcClient sql, String query, String library) {
    return sql.sql(query).param(library).query((row, number) -> read(row)).list();
  }

  private static DriveState read(ResultSet row) throws SQLException {
    byte[] holder = row.getBytes("holder");
    Optional<DriveState.Held> hold =
        holder == null
            ? Optional.empty()
            : Optional.of(
                new DriveState.Held(
                    Rows.uuid(holder),
                    DriveUse.valueOf(row.getString("taken_for")),
                    Optional.ofNullable(row.getString("volume")),
                    Instant.ofEpochMilli(row.getLong("lease_ms"))));
    long head = row.getLong("head");
    Instant pass = Instant.ofEpochMilli(row.getLong("pass_ms"));
    Optional<DriveState.Loaded> loaded =
        Optional.ofNullable(row.getString("loaded"))
            .map(volume -> new DriveState.Loaded(volume, head, pass));
    DriveState.Pace pace =
        new DriveState.Pace(
            Duration.ofMillis(row.getLong("last_ms")),
            row.getLong("last_files"),
            row.getLong("last_bytes"));
    return new DriveState(row.getInt("slot"), hold, loaded, pace);
  }

  /** Stores a drive, locked before. */
  void update(JdbcClient sql, String library, DriveState drive) {
    sql.sql(
            "UPDATE tape_drive SET holder = ?, taken_for = ?, volume = ?, lease_ms = ?, loaded = ?,"
                + " head = ?, pass_ms = ?, last_ms = ?, last_files = ?, last_bytes = ?"
                + " WHERE library_name = ? AND slot = ?")
        .params(
            List.of(
                orNothing(drive.hold().map(held -> Rows.bytes(held.holder()))),
                orNothing(drive.hold().map(held -> held.use().name())),
                orNothing(drive.hold().flatMap(DriveState.Held::volume)),
                drive.hold().map(held -> millis(held.lease())).orElse(0L),
                orNothing(drive.loaded().map(DriveState.Loaded::volume)),
                drive.loaded().map(DriveState.Loaded::head).orElse(-1L),
                drive.loaded().map(loaded -> millis(loaded.passSince())).orElse(0L),
                drive.pace().took().toMillis(),
                drive.pace().files(),
                drive.pace().bytes(),
                library,
                drive.slot()))
        .update();
  }

  /** Prolongs a hold; false where another batch has the drive by now. One statement. */
  boolean renew(JdbcClient sql, String library, int slot, UUID holder, Instant lease) {
    return sql.sql(
                "UPDATE tape_drive SET lease_ms = ? WHERE library_name = ? AND slot = ? AND holder = ?")
            .params(List.of(millis(lease), library, slot, Rows.bytes(holder)))
            .update()
        == 1;
  }
}
