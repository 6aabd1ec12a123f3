package org.bora.door.macaroon;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 (RFC 2104). */
final class Hmac {
  private static final String NAME = "HmacSHA256";

  private Hmac() {}

  static byte[] of(byte[] key, byte[] message) {
    try {
      Mac mac = Mac.getInstance(NAME);
      mac.init(new SecretKeySpec(key, NAME));
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + NAME, e);
    }
  }
}
