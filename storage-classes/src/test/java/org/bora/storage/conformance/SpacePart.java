package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;

/** How much an area holds, and room that is taken ahead. */
abstract class SpacePart extends Part {
  private static final int MIB = 1 << 20;

  @Test
  void roomIsTakenAheadOfTheBytes() throws IOException {
    Upload upload = area().begun("file", "");
    tree().preallocate(upload, MIB);
    tree().preallocate(upload, MIB);
    tree().preallocate(upload, 0);
    assertEquals(0, tree().uploadFacts(upload).orElseThrow().size());
    assertRefused(Reason.MISSING, () -> tree().preallocate(area().upload("none"), 1));
    refusesToTake(upload, tree().space().total() * 2);
  }

  private void refusesToTake(Upload upload, long bytes) {
    StorageException refusal =
        assertThrows(StorageException.class, () -> tree().preallocate(upload, bytes));
    assertTrue(
        refusal.reason() == Reason.NO_SPACE || refusal.reason() == Reason.QUOTA,
        refusal::getMessage);
  }

  @Test
  void noRoomIsTakenWhereTheAdministratorWantsNone() throws IOException {
    Upload upload = area().begun("file", "");
    TreeSettings settings = new TreeSettings(SpaceSource.AUTO, false);
    try (AreaTree modest = area().driver().open(scratch().area(), settings)) {
      modest.preallocate(upload, modest.space().total() * 2);
    }
  }

  @Test
  void anAreaHasWhatItsQuotaLeavesAndNoMore() throws IOException {
    assumeTrue(area().quotaBytes().isPresent(), "this directory has no quota");
    commit();
    SpaceFacts empty = tree().space();
    assertEquals(area().quotaBytes().getAsLong(), empty.total(), empty::toString);
    assertTrue(empty.available() <= empty.total(), empty::toString);
    Upload first = area().begun("first", "");
    Upload second = area().begun("second", "");
    tree().preallocate(first, empty.available() - 8 * MIB);
    SpaceFacts full = tree().space();
    assertTrue(full.available() <= 8 * MIB, full::toString);
    refusesToTake(second, 16 * MIB);
    Path path = Path.of(tree().uploadPath(second));
    assertThrows(IOException.class, () -> Files.write(path, new byte[16 * MIB]));
    tree().discardUpload(first);
    tree().preallocate(second, 16 * MIB);
  }

  /** btrfs promises room to changes ahead of their commit, and gives the rest back then. */
  private void commit() throws IOException {
    Process sync = new ProcessBuilder("sync", "-f", scratch().area().toString()).start();
    sync.onExit().join();
    assertEquals(0, sync.exitValue());
  }
}
