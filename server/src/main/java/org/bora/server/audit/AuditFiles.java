package org.bora.server.audit;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The audit logs of a directory: what is written now, what Bora put aside, and what logrotate made
 * of them, by number or by date ({@code audit-bora.log.2.gz}, {@code audit-bora.log-20261121}).
 */
final class AuditFiles {

  private static final Pattern NAMES =
      Pattern.compile(
          "(audit-[a-z]+)"
              + "([.-]\\d[\\dTZ.:_-]*)?\\.log([.-]\\d[\\dTZ:_-]*)?"
              + "(\\.(?:gz|xz|zst|bz2|lz4|Z))?");

  private static final Pattern TIME = Pattern.compile("\"time\":\"([^\"]{20,30})\"");

  private static final String PACKED = ".gz";

  /** One of them, with what its place in the order depends on. */
  private record Known(Path path, String process, Instant begun) {}

  private AuditFiles() {}

  /** All of them: those of one process together, in the order in which they were written. */
  static List<Path> in(Path directory) throws IOException {
    List<Known> known = new ArrayList<>();
    try (Stream<Path> entries = Files.list(directory)) {
      for (Path entry : entries.toList()) {
        Matcher name = NAMES.matcher(entry.getFileName().toString());
        if (name.matches()) {
          known.add(new Known(entry, name.group(1), begun(entry)));
        }
      }
    }
    return known.stream()
        .sorted(
            Comparator.comparing(Known::process)
                .thenComparing(Known::begun)
                .thenComparing(Known::path))
        .map(Known::path)
        .toList();
  }

  /** Whether it is packed in a way that is understood here, or not at all. */
  static boolean isReadable(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(PACKED) || !name.matches(".*\\.(xz|zst|bz2|lz4|Z)");
  }

  /** Whether it is not packed. */
  static boolean isPlain(Path file) {
    return isReadable(file) && !file.toString().endsWith(PACKED);
  }

  /** By the first line that has a time, else by when the file was last changed. */
  private static Instant begun(Path file) throws IOException {
    if (isReadable(file)) {
      try (BufferedReader lines = open(file)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          Optional<Instant> time = time(line);
          if (time.isPresent()) {
            return time.get();
          }
        }
      } catch (IOException notWhole) {
        // the reader of all of it says so
      }
    }
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException gone) {
      return Instant.MAX;
    }
  }

  private static Optional<Instant> time(String line) {
    Matcher time = TIME.matcher(line);
    try {
      return time.find() ? Optional.of(Instant.parse(time.group(1))) : Optional.empty();
    } catch (DateTimeException notOne) {
      return Optional.empty();
    }
  }

  static BufferedReader open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    try {
      InputStream plain = file.toString().endsWith(PACKED) ? new GZIPInputStream(bytes) : bytes;
      return new BufferedReader(new InputStreamReader(plain, StandardCharsets.US_ASCII));
    } catch (IOException notPacked) {
      bytes.close();
      throw notPacked;
    }
  }
}
