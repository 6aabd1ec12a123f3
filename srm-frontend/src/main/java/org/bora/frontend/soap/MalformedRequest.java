package org.bora.frontend.soap;

/**
 * A request with invalid fields. {@link SrmInvoker} answers it with SRM_INVALID_REQUEST. The
 * message is for the client.
 */
final class MalformedRequest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedRequest(String message) {
    super(message, null, false, false);
  }
}
