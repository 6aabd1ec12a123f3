package org.bora.backend.accesskey;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Objects;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bora.storage.spi.SealKeys;

/**
 * One secret of the vault, with a key derived from it for each use (HKDF, RFC 5869).
 *
 * @param fingerprint identifies the key without revealing it
 * @param sealing encrypts the secrets of access keys
 * @param marking authenticates identifiers of access keys
 */
record VaultKey(String fingerprint, SecretKey sealing, SecretKey marking) {
  private static final String SEALING = "bora access key secrets";
  private static final String MARKING = "bora access key identifiers";

  VaultKey {
    Objects.requireNonNull(fingerprint, "fingerprint");
    Objects.requireNonNull(sealing, "sealing");
    Objects.requireNonNull(marking, "marking");
  }

  static VaultKey of(byte[] secret) {
    return new VaultKey(
        SealKeys.fingerprint(secret),
        derived(secret, SEALING, "AES"),
        derived(secret, MARKING, "HmacSHA256"));
  }

  private static SecretKey derived(byte[] secret, String use, String algorithm) {
    try {
      return KDF.getInstance("HKDF-SHA256")
          .deriveKey(
              algorithm,
              HKDFParameterSpec.expandOnly(
                  new SecretKeySpec(secret, "Generic"),
                  use.getBytes(StandardCharsets.US_ASCII),
                  SealKeys.BYTES));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has HKDF-SHA256", impossible);
    }
  }

  /** Names the key, never its bytes. */
  @Override
  public String toString() {
    return "vault key " + fingerprint;
  }
}
