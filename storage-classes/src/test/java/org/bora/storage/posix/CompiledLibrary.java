package org.bora.storage.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A double of a vendor's library, compiled from {@code src/test/c} for one test class; without a C
 * compiler the tests are skipped.
 *
 * @param directory with the library, and room for what it keeps
 */
public record CompiledLibrary(Path directory) implements AutoCloseable {

  /** Compiles {@code source}; its macro STORE is a directory of its own. */
  public static CompiledLibrary of(String source, Map<String, Long> macros) throws IOException {
    CompiledLibrary made = new CompiledLibrary(Files.createTempDirectory("bora-library-"));
    List<String> command = new ArrayList<>(List.of("gcc", "-shared", "-fPIC", "-w"));
    macros.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.add("-DSTORE=\"" + made.directory + "\"");
    command.addAll(List.of("-o", made.library(), "src/test/c/" + source));
    LoopMount.need(command.toArray(String[]::new));
    return made;
  }

  public String library() {
    return directory.resolve("library.so").toString();
  }

  @Override
  public void close() throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
