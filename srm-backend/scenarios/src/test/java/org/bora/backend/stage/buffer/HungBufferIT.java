package org.bora.backend.stage.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.testing.CountedTasks;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HungBufferIT {
  private static final Keeping TAPE = new Keeping(StorageClass.D0T1, Optional.of("lib"));

  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final CountedTasks tasks = new CountedTasks();
  private volatile boolean hangs;
  private final Set<String> tended = ConcurrentHashMap.newKeySet();

  private AreaTree hanging(AreaTree real) {
    return Intercepted.of(
        AreaTree.class,
        real,
        (method, _) -> {
          if (hangs && method.equals("space")) {
            hanging.countDown();
            try {
              end.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        });
  }

  private Buffers.BufferAlarm seen() {
    return new Buffers.BufferAlarm() {
      @Override
      public void raise(StorageArea area, String why) {
        throw new AssertionError(why);
      }

      @Override
      public void clear(StorageArea area) {
        tended.add(area.name());
      }
    };
  }

  @Test
  void anAreaThatHangsDelaysTheBufferOfNoOther(Schemas schemas, @TempDir Path directory)
      throws Exception {
    Path hung = Files.createDirectory(directory.resolve("hung"));
    Path sound = Files.createDirectory(directory.resolve("sound"));
    List<AreaTree> trees = List.of(hanging(SmallSite.open(hung)), SmallSite.open(sound));
    try (SmallSite site =
        new SmallSite(
            schemas.migrated(),
            trees,
            new SteppedTime(SmallSite.START),
            SpaceSettings.defaults(),
            TAPE,
            TapeLibraries.none())) {
      BufferParts parts =
          new BufferParts(
              StageSettings.defaults(),
              site.transactions,
              site.locator,
              site.books,
              site.tokens,
              FilesAtWork.NONE);
      Buffers buffers = new Buffers(parts, seen(), tasks);
      hangs = true;
      buffers.wake();
      hanging.await();
      while (tended.isEmpty()) {
        LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      }
      assertEquals(Set.of("shift"), tended);
      end.countDown();
      tasks.settle();
      assertEquals(Set.of("shift", "vo"), tended);
    } finally {
      end.countDown();
      for (AreaTree tree : trees) {
        tree.close();
      }
    }
  }
}
