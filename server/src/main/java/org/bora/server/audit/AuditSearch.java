package org.bora.server.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds lines in the audit logs of a directory, including rotated and gzipped files, in the order
 * in which they were written. One line is in memory at a time.
 */
public final class AuditSearch {

  private final Path directory;
  private final AuditFilter filter;

  public AuditSearch(Path directory, AuditFilter filter) {
    this.directory = directory;
    this.filter = filter;
  }

  /**
   * What a search has read.
   *
   * @param files how many there were
   * @param unread a sentence for each that was not read, or not to its end, or that has lines whose
   *     time cannot be read where times were asked for
   */
  public record Looked(int files, List<String> unread) {
    public Looked {
      unread = List.copyOf(unread);
    }
  }

  /**
   * Reads all files; an unreadable file does not end the search.
   *
   * @param found gets each matching line unchanged
   * @throws IOException the directory cannot be read
   */
  public Looked run(Consumer<String> found) throws IOException {
    List<Path> files = AuditFiles.in(directory);
    List<String> unread = new ArrayList<>();
    for (Path file : files) {
      if (!AuditFiles.isReadable(file)) {
        unread.add(file + " was not read: unpack it, or pack it by gzip");
        continue;
      }
      try {
        long undated = read(file, found);
        if (undated > 0) {
          unread.add(file + ": lines passed over whose time cannot be read: " + undated);
        }
      } catch (IOException e) {
        unread.add(file + " was not read to its end: " + e);
      }
    }
    return new Looked(files.size(), unread);
  }

  /** Returns how many lines were passed over for their time. */
  private long read(Path file, Consumer<String> found) throws IOException {
    long undated = 0;
    try (BufferedReader lines = AuditFiles.open(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        switch (filter.of(line)) {
          case WANTED -> found.accept(line);
          case UNDATED -> undated++;
          case OTHER -> {}
        }
      }
    }
    return undated;
  }
}
