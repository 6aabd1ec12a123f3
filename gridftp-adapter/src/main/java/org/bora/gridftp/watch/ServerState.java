package org.bora.gridftp.watch;

import java.time.Instant;

/**
 * The health of a server and the checks that may soon change it. Immutable: {@link #after} returns
 * the next state.
 *
 * @param checked whether any check has been counted yet
 * @param against checks in a row that contradict {@code health}
 */
record ServerState(ServerHealth health, boolean checked, int against) {

  /** Nothing is known yet, so it gets no TURLs; the first check decides at once. */
  static ServerState unknown(GridFtpEndpoint server, Instant now) {
    return new ServerState(new ServerHealth(server, false, now, "not checked yet"), false, 0);
  }

  /** What is known after a check that ended at {@code now}. */
  ServerState after(CheckResult result, Instant now, WatchSettings settings) {
    return switch (result) {
      case CheckResult.Passed _ -> passed(now, settings.successesToOpen());
      case CheckResult.Failed failed -> failed(failed.reason(), now, settings.failuresToClose());
    };
  }

  private ServerState passed(Instant now, int needed) {
    if (health.healthy()) {
      return new ServerState(health, true, 0);
    }
    if (checked && against + 1 < needed) {
      return new ServerState(health, true, against + 1);
    }
    return new ServerState(new ServerHealth(health.server(), true, now, ""), true, 0);
  }

  private ServerState failed(String reason, Instant now, int needed) {
    if (!health.healthy()) {
      // still down, perhaps for another reason; since keeps saying when it went down
      return new ServerState(
          new ServerHealth(health.server(), false, health.since(), reason), true, 0);
    }
    if (against + 1 < needed) {
      return new ServerState(health, true, against + 1);
    }
    return new ServerState(new ServerHealth(health.server(), false, now, reason), true, 0);
  }
}
