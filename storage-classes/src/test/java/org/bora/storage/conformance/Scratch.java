package org.bora.storage.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory for one test, with an area in it and room beside the area for what must not be
 * reached. Removed with all its content by {@link #close}.
 *
 * @param directory owned by the test
 */
public record Scratch(Path directory) implements AutoCloseable {

  public static Scratch in(Path parent) throws IOException {
    Scratch scratch = new Scratch(Files.createTempDirectory(parent, "bora-test-").toRealPath());
    Files.createDirectory(scratch.area());
    Files.createDirectory(scratch.outside());
    Files.writeString(scratch.secret(), "secret");
    return scratch;
  }

  public Path area() {
    return directory.resolve("area");
  }

  public Path outside() {
    return directory.resolve("outside");
  }

  /** A file outside the area that nothing may read, change or remove. */
  public Path secret() {
    return outside().resolve("secret");
  }

  /** Names in the area's top directory, hidden ones included. */
  public List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(area())) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException failure) {
                  throw new UncheckedIOException(failure);
                }
              });
    }
  }
}
