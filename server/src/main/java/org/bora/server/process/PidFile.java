package org.bora.server.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A file that names a process: pid on the first line for people and scripts, then start ticks, boot
 * id and what the process was started as. A file whose process has ended is stale.
 */
public record PidFile(Path path) {

  /**
   * What the file says.
   *
   * @param started a digest of the command line, so that a process that was started with other
   *     arguments is not mistaken for it
   */
  public record Entry(ProcessIdentity process, String started) {
    public Entry {
      Objects.requireNonNull(process, "process");
      Objects.requireNonNull(started, "started");
    }
  }

  public PidFile {
    Objects.requireNonNull(path, "path");
  }

  /** Writes the file in one step, so that no reader sees half of it. */
  public void write(Entry entry) throws IOException {
    ProcessIdentity process = entry.process();
    Path next = path.resolveSibling(path.getFileName() + ".new");
    Files.write(
        next,
        List.of(
            Long.toString(process.pid()),
            Long.toString(process.startTicks()),
            process.boot(),
            entry.started()));
    Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The recorded process, alive or not; empty without a file or with an invalid one. */
  public Optional<Entry> read() throws IOException {
    try {
      List<String> lines = Files.readAllLines(path);
      if (lines.size() < 4) {
        return Optional.empty();
      }
      ProcessIdentity process =
          new ProcessIdentity(
              Long.parseLong(lines.get(0)), Long.parseLong(lines.get(1)), lines.get(2));
      return Optional.of(new Entry(process, lines.get(3)));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IllegalArgumentException damaged) {
      return Optional.empty();
    }
  }

  /** The process named, if it runs. */
  public Optional<Entry> running() throws IOException {
    return read().filter(entry -> entry.process().isAlive());
  }

  public void delete() throws IOException {
    Files.deleteIfExists(path);
  }
}
