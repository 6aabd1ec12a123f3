package org.bora.launcher.command.run;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.bora.server.home.StartProgress;
import org.bora.server.process.ProcessIdentity;

/**
 * The Bora that already runs in a home. It may still be starting, or may be ending: a killed
 * process has a pid until the kernel has freed its memory.
 */
record Resident(Home home, ProcessIdentity process) {

  /** Its condition. */
  enum Condition {
    READY,
    GONE,
    /** It runs, and does not serve. */
    STUCK
  }

  Resident {
    Objects.requireNonNull(home, "home");
    Objects.requireNonNull(process, "process");
  }

  /** Waits until it serves or is gone. */
  Condition await(Duration patience) throws IOException, InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (process.isAlive()) {
      if (serves()) {
        return process.isAlive() ? Condition.READY : Condition.GONE;
      }
      if (System.nanoTime() > end) {
        return Condition.STUCK;
      }
      Thread.sleep(50);
    }
    return Condition.GONE;
  }

  private boolean serves() throws IOException {
    return StartProgress.read(home.progress()).phase() == StartProgress.Phase.READY
        && Endpoint.read(home.endpoint()).filter(Endpoint::answers).isPresent();
  }
}
