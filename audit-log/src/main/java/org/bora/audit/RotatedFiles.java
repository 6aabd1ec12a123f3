package org.bora.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rotated files, such as {@code audit-bora.20261121T150405.678Z.log} beside {@code
 * audit-bora.log}. The name has the time of rotation, so names sort by age. Files that the
 * administrator compressed ({@code .gz}, {@code .xz}, {@code .zst}) count, too.
 */
final class RotatedFiles {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final String SUFFIX = ".log";

  private final Path current;
  private final String stem;
  private final Pattern names;

  RotatedFiles(Path current) {
    this.current = current;
    String name = current.getFileName().toString();
    this.stem = name.substring(0, name.length() - SUFFIX.length());
    this.names =
        Pattern.compile(Pattern.quote(stem) + "\\.\\d{8}T\\d{6}\\.\\d{3}Z\\.log(\\.(gz|xz|zst))?");
  }

  /** A name that no file has. */
  Path next(Instant now) {
    Instant time = now;
    while (Files.exists(at(time))) {
      time = time.plusMillis(1);
    }
    return at(time);
  }

  private Path at(Instant time) {
    return current.resolveSibling(stem + "." + TIME.format(time) + SUFFIX);
  }

  /** All of them, the oldest first. */
  List<Path> all() throws IOException {
    try (Stream<Path> entries = Files.list(current.toAbsolutePath().getParent())) {
      return entries
          .filter(entry -> names.matcher(entry.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  /** Removes the oldest, so that this many stay. */
  void prune(int keep) throws IOException {
    List<Path> all = all();
    for (Path old : all.subList(0, Math.max(0, all.size() - keep))) {
      Files.deleteIfExists(old);
    }
  }
}
