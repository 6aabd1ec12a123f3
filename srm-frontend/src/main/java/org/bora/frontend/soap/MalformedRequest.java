package org.bora.frontend.soap;

/**
 * A request whose fields cannot mean anything: becomes SRM_INVALID_REQUEST in {@link SrmInvoker}
 * and goes no further. The message is for the client.
 */
final class MalformedRequest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedRequest(String message) {
    super(message, null, false, false);
  }
}
