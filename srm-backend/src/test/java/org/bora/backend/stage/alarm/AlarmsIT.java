package org.bora.backend.stage.alarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
              .map(Alarm::key)
              .toList(),
          "of very many the oldest");
      assertTrue(alarms.clear("tape-full lib"));
      assertFalse(alarms.clear("tape-full lib"), "it is over");
      assertEquals(1, alarms.list().size());
      site.tree.close();
    }
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
