package org.bora.backend.stage.drive;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_drive_wish}. */
final class DriveWishTable {

  Map<DriveUse, DriveShare.Wish> of(JdbcClient sql, String library) {
    Map<DriveUse, DriveShare.Wish> wishes = new EnumMap<>(DriveUse.class);
    sql.sql("SELECT w.taken_for, w.since_ms, w.seen_ms FROM tape_drive_wish w WHERE w.library = ?")
        .params(List.of(library))
        .query(
            row -> {
              wishes.put(
                  DriveUse.valueOf(row.getString("taken_for")),
                  new DriveShare.Wish(
                      Instant.ofEpochMilli(row.getLong("since_ms")),
                      Instant.ofEpochMilli(row.getLong("seen_ms"))));
            });
    return wishes;
  }

  void put(JdbcClient sql, String library, DriveUse use, DriveShare.Wish wish) {
    sql.sql(
            "REPLACE INTO tape_drive_wish (`library`, taken_for, since_ms, seen_ms)"
                + " VALUES (?, ?, ?, ?)")
        .params(List.of(library, use.name(), millis(wish.since()), millis(wish.seen())))
        .update();
  }

  void delete(JdbcClient sql, String library, DriveUse use) {
    sql.sql("DELETE FROM tape_drive_wish WHERE `library` = ? AND taken_for = ?")
        .params(List.of(library, use.name()))
        .update();
  }
}
