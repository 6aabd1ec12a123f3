package org.bora.storage.tape.script;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.bora.storage.spi.TapeFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file in which a command can look up files that are no longer wanted, one identifier per line.
 * It exists as long as the batch, and only its owner can read it.
 */
final class UnwantedList implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UnwantedList.class);

  private final Path path;

  private UnwantedList(Path path) {
    this.path = path;
  }

  static UnwantedList create() throws IOException {
    return new UnwantedList(Files.createTempFile("bora-unwanted-", ".list"));
  }

  Path path() {
    return path;
  }

  /** Adds files; a list that cannot be written makes commands do more than they need, no harm. */
  void add(List<TapeFile> files) {
    StringBuilder lines = new StringBuilder();
    files.forEach(file -> lines.append(file.id()).append('\n'));
    if (!lines.isEmpty()) {
      try {
        Files.writeString(path, lines, StandardCharsets.US_ASCII, StandardOpenOption.APPEND);
      } catch (IOException failure) {
        LOG.warn("{} cannot be written: {}", path, failure.toString());
      }
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
