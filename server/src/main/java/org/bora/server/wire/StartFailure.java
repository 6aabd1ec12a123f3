package org.bora.server.wire;

/** Bora cannot start; the message is for the administrator. */
public final class StartFailure extends Exception {
  private static final long serialVersionUID = 1L;

  public StartFailure(String message) {
    super(message);
  }
}
