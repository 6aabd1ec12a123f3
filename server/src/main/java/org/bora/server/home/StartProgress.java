package org.bora.server.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/**
 * Writes the progress of a start to a file, so that another process can wait for it.
 *
 * @param phase the last phase that was reached
 * @param text the same as a sentence for the administrator
 */
public record StartProgress(Phase phase, String text) {

  /** The phases of a process, from start to end. */
  public enum Phase {
    /** Nothing is known: never started, or stopped in order. */
    ABSENT,
    STARTING,
    READY,
    /** The start was abandoned; the text has the reason. */
    FAILED,
    STOPPING
  }

  public StartProgress {
    Objects.requireNonNull(phase, "phase");
    text = text.replace('\n', ' ');
  }

  public static StartProgress read(Path file) throws IOException {
    try {
      String[] words = Files.readString(file).strip().split(" ", 2);
      return new StartProgress(Phase.valueOf(words[0]), words.length > 1 ? words[1] : "");
    } catch (NoSuchFileException none) {
      return new StartProgress(Phase.ABSENT, "");
    } catch (IllegalArgumentException damaged) {
      return new StartProgress(Phase.ABSENT, "");
    }
  }

  public void write(Path file) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(next, phase + " " + text + "\n");
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
