package org.bora.door.macaroon;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A macaroon with first-party caveats only (Birgisson et al., "Macaroons", NDSS 2014; keys and
 * signatures as libmacaroons makes them).
 *
 * @param location a hint for people: it is not signed
 * @param identifier what the issuer wrote
 * @param caveats in the order in which they were added
 * @param signature of identifier and caveats, 32 bytes in hexadecimal
 */
record Macaroon(String location, String identifier, List<String> caveats, String signature) {
  static final int SIGNATURE_BYTES = 32;

  private static final byte[] GENERATOR =
      "macaroons-key-generator".getBytes(StandardCharsets.US_ASCII);

  Macaroon {
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(identifier, "identifier");
    caveats = List.copyOf(caveats);
    if (signature.length() != 2 * SIGNATURE_BYTES) {
      throw new IllegalArgumentException("a signature has " + SIGNATURE_BYTES + " bytes");
    }
  }

  /** A new one. */
  static Macaroon issue(byte[] key, String location, String identifier, List<String> caveats) {
    return new Macaroon(
        location, identifier, caveats, HexFormat.of().formatHex(sign(key, identifier, caveats)));
  }

  /** Whether the holder of the key issued it, and nothing of it was changed or taken away. */
  boolean isSignedWith(byte[] key) {
    return MessageDigest.isEqual(signatureBytes(), sign(key, identifier, caveats));
  }

  byte[] signatureBytes() {
    return HexFormat.of().parseHex(signature);
  }

  private static byte[] sign(byte[] key, String identifier, List<String> caveats) {
    byte[] signature = Hmac.of(Hmac.of(GENERATOR, key), bytes(identifier));
    for (String caveat : caveats) {
      signature = Hmac.of(signature, bytes(caveat));
    }
    return signature;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Without the signature, which makes it a token. */
  @Override
  public String toString() {
    return "macaroon " + caveats;
  }
}
