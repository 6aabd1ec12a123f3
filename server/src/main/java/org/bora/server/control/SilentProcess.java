package org.bora.server.control;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A running Bora did not answer in time: it hangs, or the work takes longer. */
public final class SilentProcess extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Says which one.
   *
   * @param asked the method and the path
   * @param limit how long it was waited for
   */
  public SilentProcess(Path socket, String asked, Duration limit) {
    super(
        socket
            + ": no answer to "
            + asked
            + " within "
            + limit.toSeconds()
            + " s; the process hangs, or is still at it: see its log, and `jcmd PID Thread.print`");
  }
}
