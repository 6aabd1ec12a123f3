package org.bora.backend.accesskey;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.bora.backend.accesskey.StoredKey.Sealed;

/**
 * Secrets of access keys, encrypted with AES-256-GCM. The rights of the key are the additional
 * authenticated data: if the identifier, owner, attributes, scopes or end of a row were changed,
 * the secret cannot be decrypted.
 */
final class SealedSecrets {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private SealedSecrets() {}

  static Sealed seal(VaultKey key, String secret, byte[] bond, RandomGenerator random) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, bond);
      byte[] closed = cipher.doFinal(secret.getBytes(StandardCharsets.US_ASCII));
      byte[] text = Arrays.copyOf(nonce, NONCE_BYTES + closed.length);
      System.arraycopy(closed, 0, text, NONCE_BYTES, closed.length);
      return new Sealed(text, key.fingerprint());
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has " + CIPHER, impossible);
    }
  }

  /** The secret; empty where it was sealed with another key, or is bound to something else. */
  static Optional<String> open(VaultKey key, Sealed sealed, byte[] bond) {
    byte[] text = sealed.text();
    if (text.length <= NONCE_BYTES) {
      return Optional.empty();
    }
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(text, NONCE_BYTES), bond);
      byte[] open = cipher.doFinal(text, NONCE_BYTES, text.length - NONCE_BYTES);
      return Optional.of(new String(open, StandardCharsets.US_ASCII));
    } catch (AEADBadTagException altered) {
      return Optional.empty();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has " + CIPHER, impossible);
    }
  }

  private static Cipher cipher(int mode, VaultKey key, byte[] nonce, byte[] bond)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key.sealing(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(bond);
    return cipher;
  }
}
