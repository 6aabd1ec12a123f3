package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.bora.api.get.GetReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are on tape alone, and who wants them. */
abstract class RecallSuite {
  private RecallBench bench;
  private Backend one;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    bench = new RecallBench(schemas.migrated(), directory, 2);
    one = bench.backend();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void whoWaitsIsPinnedWhenTheFileIsBack() throws Exception {
    bench.onTape(one, "a", "b");
    assertEquals(0, bench.used(one));

    GetReply asked = bench.bringOnline(one, ALICE, "a", "b");

    assertEquals(SrmStatus.REQUEST_QUEUED, asked.status().code());
    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED, SrmStatus.REQUEST_QUEUED), RecallBench.codes(asked));
    assertTrue(asked.files().getFirst().estimatedWait().orElseThrow() >= 1);

    one.work();

    GetReply done = bench.status(one, ALICE, asked);
    assertEquals(SrmStatus.SUCCESS, done.status().code());
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS), RecallBench.codes(done));
    bench.assertBroughtBack(one, "a");
    bench.assertBroughtBack(one, "b");
    assertEquals(20, bench.used(one));
    assertEquals(0, bench.recalls(one));
  }

  @Test
  void nobodyIsKeptWaitingForWhatIsOnDisk() throws Exception {
    bench.onTape(one, "a");
    bench.bringOnline(one, ALICE, "a");
    one.work();

    GetReply again = bench.bringOnline(one, BOB, "a");

    assertEquals(SrmStatus.SUCCESS, again.status().code());
    assertEquals(0, bench.recalls(one));
  }

  @Test
  void aFileHasOneRecallHoweverManyAsk() throws Exception {
    bench.onTape(one, "a");
    GetReply alice = bench.bringOnline(one, ALICE, "a");
    GetReply bob = bench.bringOnline(one, BOB, "a");

    assertEquals(1, bench.recalls(one));
    one.work();

    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, alice).status().code());
    assertEquals(SrmStatus.SUCCESS, bench.status(one, BOB, bob).status().code());
  }

  @Test
  void whatNobodyWaitsForAnyMoreIsLeftOnTape() throws Exception {
    List<UUID> ids = bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    one.site()
        .requests
        .abortRequest(one.site().call(ALICE), new AbortRequest(asked.token().orElseThrow()));

    one.work();

    assertEquals(SrmStatus.ABORTED, bench.status(one, ALICE, asked).status().code());
    assertEquals(0, bench.recalls(one));
    assertEquals(0, bench.used(one));
    assertTrue(!one.site().tree.facts(one.site().place("a").path()).residency().onDisk(), "" + ids);
  }

  @Test
  void bitRotIsTriedAgainAndThenLost() throws Exception {
    List<UUID> ids = bench.onTape(one, "a");
    bench.library.faults().rot(ids.getFirst());
    GetReply asked = bench.bringOnline(one, ALICE, "a");

    one.work();
    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED), RecallBench.codes(bench.status(one, ALICE, asked)));
    assertEquals(0, bench.used(one), "no room is kept for what waits");
    bench.time.pass(Duration.ofMinutes(2));
    one.work();

    assertEquals(List.of(SrmStatus.FILE_LOST), RecallBench.codes(bench.status(one, ALICE, asked)));
    assertEquals(List.of(SrmStatus.FILE_LOST), RecallBench.codes(bench.bringOnline(one, BOB, "a")));
    assertEquals(1, one.parts().alarms().list().size());
    assertEquals(0, bench.used(one));
  }

  @Test
  void aDisabledVolumeIsWaitedForAndServedWhenItIsBack() throws Exception {
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
    bench.library.faults().disable(volume);
    GetReply asked = bench.bringOnline(one, ALICE, "a", "b");

    one.work();
    assertEquals(SrmStatus.REQUEST_QUEUED, bench.status(one, ALICE, asked).status().code());
    assertEquals(1, one.parts().alarms().list().size());

    bench.library.faults().enable(volume);
    bench.time.pass(Duration.ofMinutes(2));
    one.work();

    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
    assertEquals(List.of(), one.parts().alarms().list());
  }
}
