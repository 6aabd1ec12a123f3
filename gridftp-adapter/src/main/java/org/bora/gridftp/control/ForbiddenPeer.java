package org.bora.gridftp.control;

import java.io.IOException;

/** No address of the host may be connected to. Nothing was sent. */
public final class ForbiddenPeer extends IOException {
  private static final long serialVersionUID = 1L;

  ForbiddenPeer(String host) {
    super("this site does not copy with " + host);
  }

  /** Whether this is why something failed. */
  public static boolean isCauseOf(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ForbiddenPeer) {
        return true;
      }
    }
    return false;
  }
}
