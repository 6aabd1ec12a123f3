package org.bora.backend.sweep;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Transfers that begin when their puts have ended: the TURL makes the hidden file anew. */
@ExtendWith(MariaDb.class)
class LateUploadsIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  @TempDir private Path root;
  private SmallSite site;

  @BeforeEach
  void open(Schemas schemas) {
    site = new SmallSite(schemas.migrated(), SmallSite.open(root), time);
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  private PutReply prepare() {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, "a"));
  }

  private static String turl(PutReply reply) {
    return reply.files().getFirst().turl().orElseThrow();
  }

  private void abort(PutReply reply) {
    assertEquals(
        SrmStatus.SUCCESS,
        site.requests
            .call(
                Catalogue.ABORT_REQUEST,
                site.call(ALICE),
                new AbortRequest(reply.token().orElseThrow()))
            .status()
            .code());
  }

  @Test
  void whatArrivesAfterAnAbortIsGoneWithinTenRounds() {
    PutReply reply = prepare();
    abort(reply);
    Path hidden = SmallSite.physical(turl(reply));
    for (int again = 0; again < 3; again++) {
      write(turl(reply), "late");
      time.pass(Duration.ofMinutes(10));
      assertEquals(1, site.sweep.round().orphanUploads());
      assertFalse(Files.exists(hidden));
    }
  }

  @Test
  void whatArrivesAfterTheEndOfAPinIsGoneToo() {
    PutReply reply = prepare();
    time.pass(Duration.ofMinutes(30));
    assertEquals(1, site.sweep.round().overduePuts());
    write(turl(reply), "late");
    time.pass(Duration.ofMinutes(10));
    assertEquals(1, site.sweep.round().orphanUploads());
    assertFalse(Files.exists(SmallSite.physical(turl(reply))));
  }

  @Test
  void aLiveUploadIsNotTouched() {
    PutReply reply = prepare();
    write(turl(reply), "in time");
    time.pass(Duration.ofMinutes(9));
    assertEquals(0, site.sweep.round().orphanUploads());
    assertTrue(Files.exists(SmallSite.physical(turl(reply))));
  }

  @Test
  void whatArrivesLongAfterTheEndNeedsNoGrace() {
    PutReply reply = prepare();
    write(turl(reply), "in time");
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("a"))));
    site.sweep.round();
    write(turl(reply), "late");
    time.pass(SweepSettings.defaults().orphanInterval());
    assertEquals(1, site.sweep.round().orphanUploads());
    assertFalse(Files.exists(SmallSite.physical(turl(reply))));
    assertTrue(Files.exists(root.resolve("a")), "the file that was stored stays");
  }

  @Test
  void anOrphanThatCarriesTheIdentifierOfAnotherFileIsKept() throws Exception {
    Upload stored = new Upload(AreaPath.parse("b"), UUID.randomUUID());
    site.tree.beginUpload(stored, Owner.PROCESS, 0600);
    site.tree.sealUpload(stored, Owner.PROCESS, 0644, new FileLabel("v1"));
    site.tree.publishUpload(stored, false);
    PutReply reply = prepare();
    abort(reply);
    Path hidden = SmallSite.physical(turl(reply));
    Files.move(root.resolve("b"), hidden);
    time.pass(Duration.ofDays(3));
    new OrphanUploads(
            new Sweep.Ground(site.transactions, site.locator, site.books, site.tokens),
            SweepSettings.defaults())
        .sweep(time.instant());
    assertTrue(Files.exists(hidden));
  }
}
