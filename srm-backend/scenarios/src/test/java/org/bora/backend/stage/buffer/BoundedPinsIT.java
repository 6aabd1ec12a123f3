package org.bora.backend.stage.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.word.FileStorageType;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class BoundedPinsIT {
  private final AtomicInteger asked = new AtomicInteger();
  private final Queue<Runnable> beside = new ArrayDeque<>();

  @Test
  void anAllowanceIsToldWithoutAskingTheFilesystem(Schemas schemas, @TempDir Path root)
      throws Exception {
    SteppedTime time = new SteppedTime(SmallSite.START);
    try (SmallSite site = new SmallSite(schemas.migrated(), root, time)) {
      AreaTree real = site.tree;
      AreaTree tree =
          Intercepted.of(
              AreaTree.class,
              real,
              (method, _) -> {
                if (method.equals("space")) {
                  asked.incrementAndGet();
                }
              });
      StorageArea area = area(tree);
      StageSettings stages = StageSettings.defaults();
      BoundedPins pins =
          new BoundedPins(
              site.recalls, stages, SpaceSettings.defaults(), List.of(area), beside::add);
      assertEquals(Long.MAX_VALUE, pins.allowance(area), "the filesystem has not told");
      assertEquals(0, asked.get());
      beside.remove().run();
      assertEquals(1, asked.get());
      assertEquals(
          stages.of("vo").buffer().pinnedBytes(real.space().total()), pins.allowance(area));
      assertEquals(1, asked.get());
      pins.look();
      pins.look();
      assertEquals(1, beside.size(), "a look that hangs is not begun twice");
      real.close();
    }
  }

  private static StorageArea area(AreaTree tree) {
    return new StorageArea(
        "vo",
        "/vo",
        tree,
        new Keeping(StorageClass.D0T1, Optional.of("lib")),
        "token-vo",
        "VO",
        EnumSet.allOf(FileStorageType.class),
        OwnerRule.DN);
  }
}
