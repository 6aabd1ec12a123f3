package org.bora.api.wire;

/**
 * A message that cannot be read: it is not one of ours, a required value is missing, or an
 * enumeration has a constant of a newer release. The text names the type, never the content.
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
