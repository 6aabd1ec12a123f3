package org.bora.backend.pin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The name that a caller gave to a request, in 32 bytes: SHA-256 of the caller and the name. Equal
 * names of two callers are two names.
 */
public final class RequestName {
  private final byte[] bytes;

  private RequestName(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The name that this caller gave. */
  public static RequestName of(String caller, String name) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(caller.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      return new RequestName(digest.digest(name.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  byte[] bytes() {
    return bytes.clone();
  }
}
