package org.bora.api.accesskey;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A signing key of AWS Signature Version 4. It is derived from the secret of an access key and
 * verifies signatures of one day, region and service. The secret cannot be computed from it.
 *
 * @param hex the 32 bytes as hexadecimal digits
 * @param owner the identity of requests with a valid signature
 * @param ends when the access key expires; it ends earlier if it is disabled, removed or banned
 */
public record SigningKey(String hex, KeyOwner owner, Instant ends) {

  public SigningKey {
    Objects.requireNonNull(hex, "hex");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(ends, "ends");
  }

  /** The key for HMAC-SHA256. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** Names the owner, never the key. */
  @Override
  public String toString() {
    return "signing key of " + owner.dn() + ", ends " + ends;
  }
}
