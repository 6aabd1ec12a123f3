package org.bora.client;

import java.io.IOException;

/**
 * A server was not reached, or did not prove that it is the host that was called. The message says
 * why, for the log: the user who chose host and port must not learn from it what listens there.
 */
public final class UnprovenSrmServer extends IOException {
  private static final long serialVersionUID = 1L;

  UnprovenSrmServer(String message, Exception why) {
    super(message, why);
  }
}
