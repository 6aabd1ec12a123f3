package org.bora.api.wire;

/**
 * A message that says nothing this side understands: it is none, a value is missing that must be
 * there, or an enumeration has a word of a newer release. Its message names a type and never what
 * is in it.
 */
public final class MalformedMessage extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public MalformedMessage(String message) {
    super(message);
  }

  MalformedMessage(String message, Throwable cause) {
    super(message, cause);
  }

  static MalformedMessage unknown(String type) {
    return new MalformedMessage("a value of " + type + " is missing or unknown");
  }
}
