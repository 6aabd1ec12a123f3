package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.diskcopy.Release;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.pin.RequestedReturn;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.stage.refresh.Refresh;
import org.bora.backend.stage.refresh.Refresh.Outcome;
import org.bora.backend.stage.scrub.Scrub;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Damaged bytes on disk, and good ones on tape. */
@ExtendWith(MariaDb.class)
class RefreshOnMariaDbIT {
  private static final Outcome BEGUN =
      new Outcome(true, "it is being recalled from tape; bora tape shows the progress");

  private RecallBench bench;
  private Backend one;
  private Refresh refresh;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    bench = new RecallBench(schemas.migrated(), directory, 2);
    one = bench.backend();
    SmallSite site = one.site();
    refresh =
        new Refresh(
            site.locator,
            new Release(site.transactions, site.books, new TapeEngines()),
            new RequestedReturn(site.transactions, site.recalls, site.tokens),
            one.parts().alarms(),
            site.tokens);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** On disk and on tape, pinned by a request whose token is returned. */
  private Optional<String> onBoth(String name) throws Exception {
    bench.onTape(one, name);
    GetReply asked = bench.bringOnline(one, ALICE, name);
    one.work();
    return asked.token();
  }

  private void release(Optional<String> token) {
    one.site()
        .requests
        .call(
            Catalogue.RELEASE_FILES,
            one.site().call(ALICE),
            new ReleaseRequest(token, List.of(), false));
  }

  /** As a disk does: size and times stay. */
  private void rot(String name) throws IOException {
    become(name, "rotten tmp".getBytes(StandardCharsets.US_ASCII));
  }

  private void become(String name, byte[] bytes) throws IOException {
    Path file = bench.root().resolve(name);
    FileTime modified = Files.getLastModifiedTime(file);
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, modified);
  }

  private void refused(String why, String name) {
    assertEquals(new Outcome(false, why), refresh.refresh(surl(name)));
  }

  @Test
  void theCopyOnTapeTakesThePlaceOfDamagedBytes() throws Exception {
    release(onBoth("a"));
    rot("a");
    UUID id = one.site().tree.facts(one.site().place("a").path()).id().orElseThrow();
    one.parts().alarms().raise(Scrub.alarmKey("vo", id), "damaged");

    assertEquals(BEGUN, refresh.refresh(surl("a")));
    assertFalse(one.site().tree.facts(one.site().place("a").path()).residency().onDisk());
    assertEquals(0, bench.used(one));
    one.work();

    bench.assertBroughtBack(one, "a");
    assertEquals(10, bench.used(one));
    assertEquals(0, bench.recalls(one));
    assertEquals(List.of(), one.parts().alarms().list());
  }

  @Test
  void whatIsRightStaysAndSoDoesWhatIsPinned() throws Exception {
    Optional<String> token = onBoth("a");
    refused("its bytes on disk are those that were stored: it stays as it is", "a");
    rot("a");
    refused("it is pinned: wait until its pins end", "a");
    release(token);
    assertEquals(BEGUN, refresh.refresh(surl("a")));
  }

  @Test
  void anAlarmEndsWhereTheBytesAreRightAgain() throws Exception {
    bench.write(one, OverwriteMode.NEVER, "a");
    byte[] right = Files.readAllBytes(bench.root().resolve("a"));
    UUID id = one.site().tree.facts(one.site().place("a").path()).id().orElseThrow();
    rot("a");
    one.parts().alarms().raise(Scrub.alarmKey("vo", id), "damaged");
    refused("no copy on tape is known that could take its place", "a");
    assertEquals(1, one.parts().alarms().list().size());

    become("a", right);
    refused("its bytes on disk are those that were stored: it stays as it is", "a");
    assertEquals(List.of(), one.parts().alarms().list());
  }

  @Test
  void theOnlyCopyIsNeverDropped() throws Exception {
    bench.write(one, OverwriteMode.NEVER, "a");
    refused("its bytes on disk are those that were stored: it stays as it is", "a");
    rot("a");
    refused("no copy on tape is known that could take its place", "a");
    refused("there is no such file", "b");
    assertFalse(refresh.refresh(new Surl("/vo/a")).begun());
  }

  @Test
  void whatWasGivenUpForLostIsTriedAgain() throws Exception {
    List<UUID> ids = bench.onTape(one, "a");
    bench.library.faults().rot(ids.getFirst());
    bench.bringOnline(one, ALICE, "a");
    one.work();
    bench.time.pass(Duration.ofMinutes(2));
    one.work();
    assertEquals(
        List.of(SrmStatus.FILE_LOST), RecallBench.codes(bench.bringOnline(one, ALICE, "a")));

    bench.library.faults().clear();
    assertEquals(BEGUN, refresh.refresh(surl("a")));
    one.work();
    bench.assertBroughtBack(one, "a");
    assertEquals(List.of(), one.parts().alarms().list());
  }
}
