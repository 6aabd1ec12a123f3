package org.bora.gridftp.watch;

import java.util.Objects;

/** What one check of a server came to. A server that does not work is a value, not an exception. */
public sealed interface CheckResult {

  /**
   * The server works.
   *
   * @param extent how much of it was tried, for the administrator: a banner proves less than a
   *     login
   */
  record Passed(String extent) implements CheckResult {
    public Passed {
      Objects.requireNonNull(extent, "extent");
    }
  }

  /**
   * The server does not work.
   *
   * @param reason one line for the administrator, never blank
   */
  record Failed(String reason) implements CheckResult {
    public Failed {
      if (reason.isBlank()) {
        throw new IllegalArgumentException("a failed check needs a reason");
      }
    }
  }
}
