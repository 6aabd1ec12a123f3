package org.bora.backend.sweep;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.Catalogue;
import org.bora.api.word.OverwriteMode;
import org.bora.backend.testing.CountedTasks;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HangingAreaIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final CountedTasks tasks = new CountedTasks();

  private AreaTree hanging(AreaTree real) {
    return Intercepted.of(
        AreaTree.class,
        real,
        (method, _) -> {
          if (method.equals("eachUpload")) {
            hanging.countDown();
            try {
              end.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        });
  }

  @Test
  void anAreaWhoseWalkHangsDelaysNeitherOtherAreasNorOtherParts(
      Schemas schemas, @TempDir Path directory) throws Exception {
    Path hung = Files.createDirectory(directory.resolve("hung"));
    Path well = Files.createDirectory(directory.resolve("well"));
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(0);
    try (SmallSite site =
            new SmallSite(
                schemas.migrated(), hanging(SmallSite.open(hung)), SmallSite.open(well), time);
        Sweep sweep =
            new Sweep(
                SweepSettings.defaults(),
                new Sweep.Ground(site.transactions, site.locator, site.books, site.tokens),
                List.of(),
                timer,
                tasks)) {
      site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, "late"));
      Path orphan = orphan(site);
      Files.setLastModifiedTime(orphan, FileTime.from(SmallSite.START));
      time.pass(Duration.ofDays(3));
      sweep.wake();
      hanging.await();
      while (Files.exists(orphan) || sweep.totals().get("overdue puts") == 0) {
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
      assertTrue(sweep.atWork() >= 1, "the walk that hangs is at work");
      end.countDown();
      tasks.settle();
      assertEquals(0, sweep.atWork());
      site.tree.close();
    } finally {
      end.countDown();
      timer.shutdownNow();
    }
  }

  /** An upload of /shift that no put knows of. */
  private static Path orphan(SmallSite site) throws StorageException {
    AreaTree tree = site.locator.area("shift").orElseThrow().tree();
    Upload upload = new Upload(AreaPath.parse("x"), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    return Path.of(tree.uploadPath(upload));
  }
}
