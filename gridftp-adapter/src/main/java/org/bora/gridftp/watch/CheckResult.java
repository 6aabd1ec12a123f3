package org.bora.gridftp.watch;

import java.util.Objects;

/**
 * The result of one check of a server. A server that does not work is a value, not an exception.
 */
public sealed interface CheckResult {

  /**
   * The server works.
   *
   * @param extent what was checked, for the administrator: a login proves more than a greeting
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
