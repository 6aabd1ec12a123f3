package org.bora.storage.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Privileges that a service manager gave this process, and that every program it starts would
 * inherit (capabilities(7), "Ambient"). They are meant for Bora, which checks its rules before it
 * uses them; a script or a GridFTP server would use them for anything.
 */
public final class AmbientCapabilities {
  /** Of the first thread: no thread of Bora changes its own. */
  private static final Path STATUS = Path.of("/proc/self/status");

  private static final String LINE = "CapAmb:";

  private static final List<String> SHED =
      List.of("/usr/bin/setpriv", "--ambient-caps=-all", "--inh-caps=-all", "--");

  private AmbientCapabilities() {}

  /**
   * The words before a command that start it without them: setpriv(1), which then becomes the
   * command. None where this process has none to pass on.
   *
   * @throws IOException if it cannot be found out: then nothing may be started
   */
  public static List<String> shed() throws IOException {
    return shed(Files.readAllLines(STATUS));
  }

  /** As {@link #shed()} for the lines of a /proc/PID/status. */
  static List<String> shed(List<String> status) {
    boolean inherits =
        status.stream()
            .filter(line -> line.startsWith(LINE))
            .map(line -> line.substring(LINE.length()).strip())
            .anyMatch(set -> !set.matches("0*"));
    return inherits ? SHED : List.of();
  }
}
