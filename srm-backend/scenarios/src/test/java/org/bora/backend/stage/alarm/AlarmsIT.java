package org.bora.backend.stage.alarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class AlarmsIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);

  @Test
  void theSameTroubleIsOneAlarmWithItsLastWords(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = new SmallSite(schemas.migrated(), root, time)) {
      Alarms alarms = new Alarms(site.transactions, site.tokens);
      alarms.raise("tape-full lib", "10 files wait: add tapes");
      time.pass(Duration.ofMinutes(1));
      alarms.raise("migration lib", "a drive fails");
      alarms.raise("tape-full lib", "20 files wait: add tapes");
      assertEquals(
          List.of(
              new Alarm(
                  "tape-full lib",
                  "20 files wait: add tapes",
                  SmallSite.START,
                  SmallSite.START.plusSeconds(60)),
              new Alarm(
                  "migration lib",
                  "a drive fails",
                  SmallSite.START.plusSeconds(60),
                  SmallSite.START.plusSeconds(60))),
          alarms.list());
      assertEquals(2, alarms.count());
      assertEquals(
          List.of("tape-full lib"),
          site.transactions.read(sql -> new AlarmTable().first(sql, 1)).stream()
              .map(shown -> shown.alarm().key())
              .toList(),
          "of very many the oldest");
      assertTrue(alarms.clear("tape-full lib"));
      assertFalse(alarms.clear("tape-full lib"), "it is over");
      assertEquals(1, alarms.list().size());
      site.tree.close();
    }
  }

  @Test
  void anAlarmThatIsRaisedAgainStaysForWhoeverKnowsTheOldOne(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = new SmallSite(schemas.migrated(), root, time)) {
      Alarms alarms = new Alarms(site.transactions, site.tokens);
      alarms.raise("volume lib V1", "it is away");
      Alarm first = alarms.raised("volume lib V1").orElseThrow();
      time.pass(Duration.ofMillis(1));
      alarms.raise("volume lib V1", "it is damaged");
      assertFalse(alarms.clear(first));
      assertEquals("it is damaged", alarms.list().getFirst().text());
      assertTrue(alarms.clear(alarms.raised("volume lib V1").orElseThrow()));
      assertEquals(List.of(), alarms.list());
      site.tree.close();
    }
  }

  @Test
  void anAlarmOfAFileEndsWithTheFile(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = new SmallSite(schemas.migrated(), root, time)) {
      Alarms alarms = new Alarms(site.transactions, site.tokens);
      UUID there = UUID.fromString("0198f0c4-0000-7000-8000-000000000001");
      UUID gone = UUID.fromString("0198f0c4-0000-7000-8000-000000000002");
      store(site, there);
      for (UUID file : List.of(there, gone)) {
        alarms.raise("lost lib " + file, "it is lost");
        alarms.raise("recall lib " + file, "it cannot be read");
        alarms.raise("damaged area " + file, "other bytes");
      }
      alarms.raise("tape-full lib", "add tapes");
      alarms.forgetWhatIsOver();
      assertEquals(
          List.of("damaged area", "lost lib", "recall lib", "tape-full lib"),
          alarms.list().stream().map(Alarm::key).toList());
      assertEquals("it is lost", alarms.list().get(1).text(), "of one file");
      site.transactions.run(sql -> sql.sql("DELETE FROM stored_file").update());
      alarms.forgetWhatIsOver();
      assertEquals(List.of("tape-full lib"), alarms.list().stream().map(Alarm::key).toList());
      site.tree.close();
    }
  }

  @Test
  void whatManyFilesHaveInCommonIsOneAlarmOfBoundedSize(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = new SmallSite(schemas.migrated(), root, time)) {
      Alarms alarms = new Alarms(site.transactions, site.tokens);
      for (int file = 0; file < Alarms.MOST_FILES + 5; file++) {
        alarms.raise("lost lib " + new UUID(1, file), "/vo/" + file + " is lost");
      }
      alarms.raise("lost lib2 " + new UUID(2, 0), "/vo/other is lost");
      assertEquals(2, alarms.count());
      assertEquals(
          List.of("lost lib", "lost lib2"), alarms.list().stream().map(Alarm::key).toList());
      assertEquals(
          "at least 1000 files. /vo/0 is lost | /vo/1 is lost | /vo/2 is lost"
              + " | ... (the log names all)",
          alarms.list().getFirst().text());
      assertTrue(alarms.clear("lost lib " + new UUID(1, 0)));
      alarms.raise("lost lib " + new UUID(1, Alarms.MOST_FILES + 1), "/vo/late is lost");
      assertTrue(alarms.list().getFirst().text().startsWith("at least 1000 files. /vo/1 is lost"));
      for (int file = 3; file < Alarms.MOST_FILES + 5; file++) {
        alarms.clear("lost lib " + new UUID(1, file));
      }
      assertEquals("2 files. /vo/1 is lost | /vo/2 is lost", alarms.list().getFirst().text());
      site.tree.close();
    }
  }

  private static void store(SmallSite site, UUID file) {
    site.transactions.run(
        sql ->
            sql.sql(
                    "INSERT INTO stored_file (id, space_id, share, owner, area, path, size,"
                        + " storage_type, stored_ms, lifetime_s) VALUES (?, ?, 0, 'dn', 'area',"
                        + " 'f', 1, 'PERMANENT', 0, -1)")
                .params(List.of(Rows.bytes(file), Rows.bytes(file)))
                .update());
  }

  @Test
  void wordsOfOthersAreCutWhereTheyAreTooLong(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = new SmallSite(schemas.migrated(), root, time)) {
      Alarms alarms = new Alarms(site.transactions, site.tokens);
      String longKey = "ä".repeat(300);
      alarms.raise(longKey, "ü".repeat(3000));
      Alarm alarm = alarms.list().getFirst();
      assertEquals("ä".repeat(127), alarm.key());
      assertEquals("ü".repeat(1000), alarm.text());
      assertTrue(alarms.clear(longKey));
      site.tree.close();
    }
  }
}
