package org.bora.api.wire;

/**
 * A message that parses as protobuf and yet says nothing this side understands: a value is missing
 * that must be there, or an enumeration has a value of a newer protocol. Its message names the
 * field's type and never its content.
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
