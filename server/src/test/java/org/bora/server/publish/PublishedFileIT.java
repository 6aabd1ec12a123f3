package org.bora.server.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedFileIT {
  @TempDir private Path directory;

  @Test
  void aFileIsReplacedAsAWholeAndEverybodyMayReadIt() throws IOException {
    Path file = Files.writeString(directory.resolve("srr.json"), "before and longer\n");
    try (var reader = Files.newBufferedReader(file)) {
      PublishedFile.write(file, List.of("after"));
      assertEquals("before and longer", reader.readLine(), "who reads it reads it to its end");
    }
    assertEquals("after\n", Files.readString(file));
    assertEquals("rw-r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of(file), left.toList());
    }
  }

  @Test
  void aPlaceThatIsNoFileIsSaid() {
    IOException in =
        assertThrows(IOException.class, () -> PublishedFile.write(directory, List.of("x")));
    assertTrue(in.getMessage().contains("is a directory"), in.getMessage());
    IOException none =
        assertThrows(
            IOException.class,
            () -> PublishedFile.write(directory.resolve("no/srr.json"), List.of("x")));
    assertTrue(none.getMessage().contains("is no directory"), none.getMessage());
  }
}
