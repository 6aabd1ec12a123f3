package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishPartsIT {
  @TempDir private Path directory;

  @Test
  void areasOfOneFilesystemHaveItsNumberHoweverTheyAreReached() throws IOException {
    Path area = Files.createDirectories(directory.resolve("a/b"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), area);
    assertEquals(PublishParts.device(directory), PublishParts.device(area));
    assertEquals(PublishParts.device(area), PublishParts.device(link));
    assertEquals(OptionalLong.empty(), PublishParts.device(directory.resolve("none")));
  }
}
