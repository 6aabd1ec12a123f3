package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bora.api.get.GetReply;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The alarm that a volume is away, where backends see different things of it. */
@ExtendWith(MariaDb.class)
class VolumeAlarmIT {
  @Test
  void whatIsRaisedWhileAFileIsPutInPlaceEndsWithTheNextFile(
      Schemas schemas, @TempDir Path directory) throws Exception {
    try (RecallBench bench = new RecallBench(schemas.migrated(), directory, 2)) {
      Backend one = bench.backend();
      bench.onTape(one, "a", "b");
      String volume =
          one.site()
              .tree
              .facts(one.site().place("a").path())
              .residency()
              .tape()
              .orElseThrow()
              .location()
              .volume();
      Alarms alarms = one.parts().alarms();
      String key = Alarms.ofVolume(RecallBench.LIBRARY, volume);
      alarms.raise(key, "it was away yesterday");
      Backend slow =
          bench.backend(
              bench.library,
              tree ->
                  Intercepted.moves(
                      tree,
                      (method, _) -> {
                        if (method.equals("finishRecall")) {
                          bench.time.pass(Duration.ofSeconds(1));
                          alarms.raise(key, "it is away");
                        }
                      }),
              RoomMaker.NONE);
      GetReply asked = bench.bringOnline(one, ALICE, "a");
      slow.work();
      assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
      assertEquals(List.of("it is away"), alarms.list().stream().map(Alarm::text).toList());

      bench.bringOnline(one, ALICE, "b");
      one.work();
      assertEquals(List.of(), alarms.list());
    }
  }
}
