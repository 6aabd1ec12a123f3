package org.bora.backend.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.AreaPath;

/**
 * A name in 32 bytes, whatever its length: SHA-256 of area and path. The two SURL forms of one file
 * have one key. SURLs that lead nowhere have the key of their text, so that they can be found in
 * their request again.
 */
public final class NameKey {
  private static final byte NOWHERE = 1;

  private final byte[] bytes;

  private NameKey(byte[] bytes) {
    this.bytes = bytes;
  }

  public static NameKey of(Place place) {
    return of(place.area().name(), place.path());
  }

  /** The key of a place, by the name of its area. */
  public static NameKey of(String area, AreaPath path) {
    MessageDigest digest = sha256();
    digest.update(area.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return new NameKey(digest.digest(path.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** The key of a SURL, given where it leads. */
  public static NameKey of(Surl surl, Location location) {
    if (location instanceof Place place) {
      return of(place);
    }
    MessageDigest digest = sha256();
    digest.update(NOWHERE); // no area's name begins so
    return new NameKey(digest.digest(surl.text().getBytes(StandardCharsets.UTF_8)));
  }

  /** A key as it was stored. */
  public static NameKey ofBytes(byte[] stored) {
    if (stored.length != 32) {
      throw new IllegalArgumentException("a name key has 32 bytes, not " + stored.length);
    }
    return new NameKey(stored.clone());
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NameKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
