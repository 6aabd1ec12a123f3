package org.bora.backend.space;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A file whose bytes left the disk for tape, of which the books have not heard. */
@ExtendWith(MariaDb.class)
class PresenceMendingIT {
  private static final AreaPath PATH = AreaPath.parse("a");

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final AtomicInteger looks = new AtomicInteger();
  private volatile Runnable beforeSecondLook = () -> {};
  private AreaTree real;
  private SmallSite site;
  private UUID file;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path root) throws Exception {
    real = SmallSite.open(root);
    AreaTree tree =
        Intercepted.of(
            AreaTree.class,
            real,
            (method, _) -> {
              if (method.equals("facts") && looks.incrementAndGet() == 2) {
                beforeSecondLook.run();
              }
            });
    Keeping keeping = new Keeping(StorageClass.D0T1, Optional.of("lib"));
    site = new SmallSite(schemas.migrated(), tree, time, keeping);
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, "a"));
    SmallSite.write(reply.files().getFirst().turl().orElseThrow(), "hello");
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("a"))));
    file = real.facts(PATH).id().orElseThrow();
    String sum = real.facts(PATH).adler32().orElseThrow();
    TapeCopy copy =
        new TapeCopy(
            "lib", new TapeLocation("V1", 1, "x"), 5, sum, Optional.empty(), time.instant());
    real.residences().noteTapeCopy(PATH, file, copy);
    real.residences().release(PATH, file);
    looks.set(0);
  }

  @AfterEach
  void close() {
    site.close();
    real.close();
  }

  private int mend() {
    return new PresenceMending(site.transactions, site.locator, site.books, FilesAtWork.NONE)
        .mend(site.place("a").area(), List.of(file));
  }

  private Presence booked() {
    return site.transactions
        .read(sql -> new StoredFileTable().find(sql, List.of(file)))
        .getFirst()
        .presence();
  }

  @Test
  void theBooksSayWhatTheFileSays() {
    assertTrue(booked().onDisk());
    assertEquals(1, mend());
    assertFalse(booked().onDisk());
    assertTrue(booked().onTape());
    assertEquals(0, mend());
  }

  @Test
  void aFileThatComesBackBetweenLookAndLockIsOnDiskInTheBooks() {
    beforeSecondLook = this::bringBack;
    assertEquals(1, mend(), "one file");
    assertTrue(booked().onDisk());
    assertTrue(booked().onTape());
  }

  private void bringBack() {
    try {
      Path target = Path.of(real.residences().beginRecall(PATH, file, 1));
      Files.writeString(target, "hello");
      real.residences().finishRecall(PATH, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFileThatAnEngineHasInHandIsLeftAlone() {
    int mended =
        new PresenceMending(
                site.transactions, site.locator, site.books, (_, files) -> Set.copyOf(files))
            .mend(site.place("a").area(), List.of(file));
    assertEquals(0, mended);
    assertTrue(booked().onDisk());
  }
}
