package org.bora.backend.request;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.Caller;

/**
 * Whose limits a put counts against.
 *
 * @param dn subject of the caller
 * @param vo organisation of the caller's primary attribute
 */
public record Claimant(String dn, Optional<String> vo) {

  public Claimant {
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(vo, "vo");
  }

  public static Claimant of(Caller caller) {
    return new Claimant(caller.dn(), caller.vo());
  }

  /** The caller, as a key of fixed length. */
  public UUID callerKey() {
    return keyOf("caller " + dn);
  }

  /** The organisation, as a key of fixed length that is no caller's. */
  public Optional<UUID> voKey() {
    return vo.map(name -> keyOf("vo " + name));
  }

  /** Half of a SHA-256: names are chosen by others, so MD5 would let two of them share a limit. */
  public static UUID keyOf(String text) {
    try {
      ByteBuffer hash =
          ByteBuffer.wrap(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
      return new UUID(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
