package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.TreeSettings;
import org.junit.jupiter.api.Test;

/** The quota of a GlusterFS directory. */
class SpaceOnGlusterIT {
  private static final long MIB = 1 << 20;

  @Test
  void theQuotaOfADirectoryIsItsSpaceAndHolds() throws IOException {
    Path limited = GlusterMounts.limited();
    for (SpaceSource source : new SpaceSource[] {SpaceSource.GLUSTER, SpaceSource.AUTO}) {
      try (AreaTree tree = new PosixDriver().open(limited, new TreeSettings(source, true))) {
        SpaceFacts space = tree.space();
        assertEquals(64 * MIB, space.total(), space::toString);
        assertTrue(space.available() <= 64 * MIB, space::toString);
      }
    }
    Path file = limited.resolve("file");
    assertThrows(IOException.class, () -> Files.write(file, new byte[(int) (80 * MIB)]));
    Files.delete(file);
  }
}
