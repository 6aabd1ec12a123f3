package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** What a disk does to a file. */
final class Damage {
  private Damage() {}

  /** Size and times stay: the stored checksum still counts. */
  static void flipOneBit(Path file) throws IOException {
    FileTime modified = Files.getLastModifiedTime(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, modified);
  }
}
