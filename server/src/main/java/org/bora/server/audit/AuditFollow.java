package org.bora.server.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads what was added to the audit logs of a directory since the last call. It identifies a file
 * by its inode: a rotated file is not read again, and its successor is read from the beginning. Not
 * thread safe.
 */
public final class AuditFollow {
  private static final int MOST_BYTES = 1 << 20;

  private final Path directory;
  private final AuditFilter filter;
  private final Map<Object, Long> read = new HashMap<>();

  private AuditFollow(Path directory, AuditFilter filter) {
    this.directory = directory;
    this.filter = filter;
  }

  /** From now on. */
  public static AuditFollow fromNow(Path directory, AuditFilter filter) throws IOException {
    AuditFollow follow = new AuditFollow(directory, filter);
    for (Path file : AuditFiles.in(directory)) {
      BasicFileAttributes known = attributes(file);
      follow.read.put(known.fileKey(), known.size());
    }
    return follow;
  }

  /** Begins with the content of all uncompressed files. */
  public static AuditFollow fromTheBeginning(Path directory, AuditFilter filter) {
    return new AuditFollow(directory, filter);
  }

  /**
   * Reads the lines added since the last call; an incomplete line waits for the next call.
   *
   * @param found gets each line that matches
   */
  public void look(Consumer<String> found) throws IOException {
    for (Path file : AuditFiles.in(directory)) {
      if (AuditFiles.isPlain(file)) {
        try {
          look(file, found);
        } catch (NoSuchFileException renamed) {
          // the next look finds it under its new name
        }
      }
    }
  }

  private void look(Path file, Consumer<String> found) throws IOException {
    Object key = attributes(file).fileKey();
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      long from = read.getOrDefault(key, 0L);
      from = from > log.length() ? 0 : from;
      byte[] bytes = new byte[MOST_BYTES];
      int end;
      do {
        log.seek(from);
        int length = Math.max(0, log.read(bytes));
        end = afterLastLine(bytes, length);
        new String(bytes, 0, end, StandardCharsets.US_ASCII)
            .lines()
            .filter(line -> filter.of(line) == AuditFilter.Verdict.WANTED)
            .forEach(found);
        from += end;
      } while (end > 0);
      read.put(key, from);
    }
  }

  private static int afterLastLine(byte[] bytes, int length) {
    int end = length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class);
  }
}
