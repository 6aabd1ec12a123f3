package org.bora.storage.spi;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secrets of a site with which Bora seals what it writes on files (docs/adr/0044). The first
 * one seals; all of them verify. Thread safe; changes of {@link #replace} are seen by all threads.
 */
public final class SealKeys {
  /** Length of a secret: that of the digest, as RFC 2104 advises. */
  public static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final int FINGERPRINT_BYTES = 4;

  /** 128 bits are kept: RFC 2104 section 5 asks for half the digest. */
  private static final int MAC_BYTES = 16;

  /**
   * Never used themselves, only cloned: to look one up and give it a key costs more than a code.
   */
  private volatile Map<String, Mac> keys;

  public SealKeys(List<byte[]> secrets) {
    this.keys = named(secrets);
  }

  /** Nothing is sealed, and no seal is believed. */
  public static SealKeys none() {
    return new SealKeys(List.of());
  }

  /** Goes on with other secrets; with the same ones nothing changes. */
  public void replace(List<byte[]> secrets) {
    Map<String, Mac> named = named(secrets);
    if (!List.copyOf(named.keySet()).equals(List.copyOf(keys.keySet()))) {
      keys = named;
    }
  }

  /**
   * Stands for the secrets that are in use now: equal to itself until {@link #replace} brings
   * others. What a seal has proved holds as long as it is equal.
   */
  public Object inUse() {
    return keys;
  }

  private static Map<String, Mac> named(List<byte[]> secrets) {
    Map<String, Mac> named = new LinkedHashMap<>();
    for (byte[] secret : secrets) {
      named.putIfAbsent(fingerprint(secret), with(secret));
    }
    return named;
  }

  private static Mac with(byte[] secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
    }
  }

  /** Tells secrets apart without giving them away: eight hexadecimal digits. */
  public static String fingerprint(byte[] secret) {
    if (secret.length != BYTES) {
      throw new IllegalArgumentException(
          "a seal key has " + secret.length + " bytes and should have " + BYTES);
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret);
      return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /** The fingerprint of the secret for new seals; empty if there is none. */
  public Optional<String> current() {
    return keys.keySet().stream().findFirst();
  }

  /**
   * The code of a text under one secret: 32 lower-case hexadecimal digits. Empty where this site
   * has no such secret.
   */
  public Optional<String> code(String fingerprint, String text) {
    Mac keyed = keys.get(fingerprint);
    if (keyed == null) {
      return Optional.empty();
    }
    try {
      Mac mac = (Mac) keyed.clone();
      byte[] code = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return Optional.of(HexFormat.of().formatHex(code, 0, MAC_BYTES));
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException("Java's own " + ALGORITHM + " can be cloned", impossible);
    }
  }

  /** Whether a code is that of the text; takes as long for every wrong one. */
  public boolean isCode(String fingerprint, String text, String code) {
    return code(fingerprint, text)
        .filter(
            right ->
                MessageDigest.isEqual(
                    right.getBytes(StandardCharsets.UTF_8), code.getBytes(StandardCharsets.UTF_8)))
        .isPresent();
  }
}
