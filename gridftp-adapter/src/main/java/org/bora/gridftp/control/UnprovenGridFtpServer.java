package org.bora.gridftp.control;

import java.io.IOException;

/**
 * A server was not reached, or did not prove that it is the called host. The message has the
 * reason, for the log only: the user who chose host and port must not learn what listens there.
 */
public final class UnprovenGridFtpServer extends IOException {
  private static final long serialVersionUID = 1L;

  UnprovenGridFtpServer(IOException why) {
    super(why.getMessage(), why);
  }

  /** What the client may know. */
  public String forClient() {
    return ForbiddenPeer.isCauseOf(this)
        ? "this site does not copy with it; its administrator can allow it by copy.allow"
        : "it cannot be reached, does not prove its name by a certificate that this site trusts, or"
            + " does not accept the credential; the log of this site says which";
  }
}
