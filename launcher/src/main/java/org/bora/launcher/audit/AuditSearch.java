package org.bora.launcher.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Finds lines in the audit logs of a directory, those put aside among them, packed by gzip or not,
 * in the order in which they were written. One line is in memory at a time.
 */
public final class AuditSearch {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Pattern NAMES =
      Pattern.compile("audit-[a-z]+(\\.\\d{8}T\\d{6}\\.\\d{3}Z)?\\.log(\\.gz)?");

  private final Path directory;
  private final AuditFilter filter;

  public AuditSearch(Path directory, AuditFilter filter) {
    this.directory = directory;
    this.filter = filter;
  }

  /**
   * Reads all of them.
   *
   * @param found gets each line that matches, as it stands there
   * @return how many files there were
   */
  public int run(Consumer<String> found) throws IOException {
    List<Path> files = files();
    for (Path file : files) {
      try (InputStream bytes = open(file);
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(bytes, StandardCharsets.US_ASCII))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (matches(line)) {
            found.accept(line);
          }
        }
      }
    }
    return files.size();
  }

  /** What a death left of a line is none. */
  private boolean matches(String line) {
    try {
      JsonNode read = JSON.readTree(line);
      return read != null && read.isObject() && filter.matches(read);
    } catch (JacksonException notWhole) {
      return false;
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> NAMES.matcher(entry.getFileName().toString()).matches())
          // the one that is written now is the last
          .sorted(Comparator.comparing(AuditSearch::order))
          .toList();
    }
  }

  private static String order(Path file) {
    String name = file.getFileName().toString();
    int dot = name.indexOf('.');
    return name.substring(0, dot) + (name.startsWith(".log", dot) ? ".~" : name.substring(dot));
  }

  private static InputStream open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    if (!file.toString().endsWith(".gz")) {
      return bytes;
    }
    try {
      return new GZIPInputStream(bytes);
    } catch (IOException notPacked) {
      bytes.close();
      throw new IOException(file + ": " + notPacked.getMessage(), notPacked);
    }
  }
}
