package org.bora.api.figures;

import java.time.Instant;
import java.util.Objects;

/**
 * The process that reports.
 *
 * @param name unique among all processes of a site: machine and port
 * @param address under which it can be reached
 */
public record Origin(Kind kind, String name, String address, String version, Instant started) {
  private static final int LONGEST = 150;

  /** What a process is. */
  public enum Kind {
    FRONTEND,
    BACKEND,
    /** HTTP where the file system is mounted, before backends elsewhere. */
    DOOR,
    /** Both in one. */
    ALL_IN_ONE
  }

  public Origin {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(started, "started");
    if (name.isEmpty() || name.length() > LONGEST) {
      throw new IllegalArgumentException("a process has a name of 1 to " + LONGEST + " characters");
    }
  }
}
