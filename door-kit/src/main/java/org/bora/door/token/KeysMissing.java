package org.bora.door.token;

/** The key of a token is not known yet; the keys of its issuer are being fetched. */
final class KeysMissing extends Exception {
  private static final long serialVersionUID = 1L;

  KeysMissing(String reason) {
    super(reason, null, false, false);
  }
}
