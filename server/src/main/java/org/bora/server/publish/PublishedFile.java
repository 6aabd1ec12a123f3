package org.bora.server.publish;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A file that others may read while it is replaced: they see the old or the new content, never a
 * mixture.
 */
public final class PublishedFile {
  private PublishedFile() {}

  /** Replaces the file; everybody may read it, whatever the umask. */
  public static void write(Path file, List<String> lines) throws IOException {
    Path target = file.toAbsolutePath();
    if (Files.isDirectory(target)) {
      throw new IOException(file + " is a directory: name the file in it");
    }
    if (!Files.isDirectory(target.getParent())) {
      throw new IOException(target.getParent() + " is no directory: make it first");
    }
    Path next = Files.createTempFile(target.getParent(), ".bora-", ".new");
    try {
      Files.write(next, lines);
      Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-r--r--"));
      // or a power failure may leave an empty file under the name
      try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
  }
}
