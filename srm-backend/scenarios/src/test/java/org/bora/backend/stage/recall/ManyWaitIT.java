package org.bora.backend.stage.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bora.backend.database.Rows;
import org.bora.backend.pin.PinTable;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What is done every few seconds costs no more when many wait, as long as nothing is due. */
@ExtendWith(MariaDb.class)
class ManyWaitIT {
  private static final int MANY = 2000;
  private static final long FEW = 50;

  private final Instant now = SmallSite.START;

  @Test
  void noTickReadsAllThatWaits(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = new SmallSite(schemas.migrated(), root, new SteppedTime(now))) {
      site.transactions.run(
          sql -> {
            fill(sql);
            return now;
          });
      RecallLineTable line = new RecallLineTable();
      PinTable pins = new PinTable();
      assertFew(site, sql -> assertEquals(0, pins.timeOut(sql, now, 1000)));
      assertFew(site, sql -> assertEquals(false, line.isAnyDue(sql, "lib", now)));
      assertFew(site, sql -> assertEquals(List.of(), line.unlocated(sql, "lib", now, 500)));
      assertFew(site, sql -> assertEquals(List.of(), line.batches(sql, "lib")));
      site.tree.close();
    }
  }

  private void fill(JdbcClient sql) {
    byte[] request = new byte[16];
    sql.sql(
            "INSERT INTO request (id, kind, owner_dn, description, created_ms, deadline_ms, ends_ms)"
                + " VALUES (?, 'BRING_ONLINE', 'dn', '', 0, 0, 0)")
        .param(request)
        .update();
    long later = Rows.millis(now.plusSeconds(60));
    List<Object> pins = new ArrayList<>();
    List<Object> recalls = new ArrayList<>();
    for (int at = 0; at < MANY; at++) {
      pins.addAll(List.of(request, at, "srm://h/" + at, new byte[32], later));
      byte[] file = new byte[16];
      file[0] = (byte) at;
      file[1] = (byte) (at >> 8);
      recalls.addAll(List.of(file, at % 2 == 0 ? "WAITING" : "UNLOCATED", at, later));
    }
    sql.sql(
            "INSERT INTO pin (request_id, position, surl, name_key, state, explanation, waits_for,"
                + " pin_until_ms) VALUES "
                + Rows.repeat("(?, ?, ?, ?, 'WAITING', '', 'TAPE', ?)", MANY))
        .params(pins)
        .update();
    sql.sql(
            "INSERT INTO tape_recall (file_id, library_name, state, volume, position, object, area,"
                + " path, size, adler32, caller, priority, wanted_ms, deadline_ms, due_ms) VALUES "
                + Rows.repeat(
                    "(?, 'lib', ?, 'V1', ?, 'o', 'vo', 'p', 1, '00000000', 'c', 0, 0, 0, ?)", MANY))
        .params(recalls)
        .update();
  }

  /** Counts the rows that the server looks at. */
  private static void assertFew(SmallSite site, Consumer<JdbcClient> tick) {
    long rows =
        site.transactions.run(
            sql -> {
              long first = read(sql);
              long before = read(sql);
              tick.accept(sql);
              return read(sql) - before - (before - first); // to ask costs reads too
            });
    assertTrue(rows < FEW, rows + " rows were looked at");
  }

  private static long read(JdbcClient sql) {
    return sql.sql("SHOW SESSION STATUS LIKE 'Handler_read%'").query().listOfRows().stream()
        .mapToLong(row -> Long.parseLong(row.get("Value").toString()))
        .sum();
  }
}
