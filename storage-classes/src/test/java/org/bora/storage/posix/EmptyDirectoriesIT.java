package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.HiddenFinds;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walk tells of the directories in which there is nothing, not even a hidden file. */
class EmptyDirectoriesIT {
  @TempDir private Path directory;

  @Test
  void aWalkTellsOfThemWithTheirTimes() throws IOException {
    try (AreaTree tree = new PosixDriver().open(directory)) {
      assertEquals(Map.of(), empty(tree), "the root is none of them");
      for (String name : new String[] {"full/empty", "hidden", "other"}) {
        Files.createDirectories(directory.resolve(name));
      }
      tree.beginUpload(
          new Upload(AreaPath.parse("hidden/file"), UUID.randomUUID()), Owner.PROCESS, 0600);
      Files.createFile(directory.resolve("other/.bora-other"));
      Instant made = Files.getLastModifiedTime(directory.resolve("full/empty")).toInstant();
      assertEquals(Map.of(AreaPath.parse("full/empty"), made), empty(tree));
    }
  }

  private static Map<AreaPath, Instant> empty(AreaTree tree) throws StorageException {
    Map<AreaPath, Instant> empty = new HashMap<>();
    tree.eachUpload(
        Instant.MIN,
        new HiddenFinds() {
          @Override
          public void accept(FoundUpload upload) {
            // other tests look at these
          }

          @Override
          public void directory(AreaPath path, Instant modifiedAt, boolean isEmpty) {
            if (isEmpty) {
              empty.put(path, modifiedAt);
            }
          }
        });
    return empty;
  }
}
