package org.bora.backend.sweep;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A recall that was begun and never ended, of a file that nobody wants any more. */
@ExtendWith(MariaDb.class)
class ResiduesIT {
  private static final AreaPath FILE = AreaPath.parse("a");
  private static final SweepSettings SETTINGS = SweepSettings.defaults();

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private SmallSite site;
  private UUID id;
  private Path left;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path root) throws StorageException {
    Keeping tape = new Keeping(StorageClass.D0T1, Optional.of("toy"));
    site = new SmallSite(schemas.migrated(), SmallSite.open(root), time, tape);
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, "a"));
    write(reply.files().getFirst().turl().orElseThrow(), "hello");
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("a"))));
    EntryFacts facts = site.tree.facts(FILE);
    id = facts.id().orElseThrow();
    TapeCopy copy =
        new TapeCopy(
            "toy",
            TapeLocation.named("object"),
            facts.size(),
            facts.adler32().orElseThrow(),
            Optional.empty(),
            SmallSite.START);
    site.tree.residences().noteTapeCopy(FILE, id, copy);
    site.tree.residences().release(FILE, id);
    left = Path.of(site.tree.residences().beginRecall(FILE, id, 1));
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  private Residues residues(FilesAtWork work) {
    return new Residues(site.transactions, site.locator, work, SETTINGS);
  }

  @Test
  void whatIsSeenAgainAfterTheGraceIsPutRight() throws IOException {
    Residues residues = residues(FilesAtWork.NONE);
    assertEquals(0, residues.sweep(time.instant()));
    time.pass(SETTINGS.orphanGrace().minusSeconds(1));
    assertEquals(0, residues.sweep(time.instant()));
    assertTrue(Files.exists(left), "it might still be under way");
    time.pass(SETTINGS.orphanInterval());
    assertEquals(1, residues.sweep(time.instant()));
    assertFalse(Files.exists(left));
    assertFalse(site.tree.facts(FILE).residency().onDisk(), "the stub stays what it is");
  }

  @Test
  void whatSomebodyWorksOnStays() throws IOException {
    Residues residues = residues((sql, files) -> Set.copyOf(files));
    residues.sweep(time.instant());
    time.pass(SETTINGS.orphanGrace().plus(Duration.ofDays(1)));
    assertEquals(0, residues.sweep(time.instant()));
    assertTrue(Files.exists(left));
  }
}
