package org.bora.http;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Adler32;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Digests of an upload, computed during the transfer: always ADLER32, and others if the client
 * announced their values. Clients announce them in {@code Digest} (RFC 3230), or {@code
 * Content-Digest} and {@code Repr-Digest} (RFC 9530); unknown algorithms are ignored.
 */
final class Digests {

  /** The names of an algorithm. */
  private enum Algorithm {
    ADLER("adler32", "adler", ""),
    MD5("md5", "md5", "MD5"),
    SHA("sha", "sha", "SHA-1"),
    SHA_256("sha-256", "sha-256", "SHA-256"),
    SHA_512("sha-512", "sha-512", "SHA-512");

    private final String old;
    private final String current;
    private final String java;

    /**
     * @param old in RFC 3230 and its registry
     * @param current in RFC 9530
     * @param java name for Java's own
     */
    Algorithm(String old, String current, String java) {
      this.old = old;
      this.current = current;
      this.java = java;
    }
  }

  private final Adler32 adler = new Adler32();
  private final Map<Algorithm, MessageDigest> others = new LinkedHashMap<>();
  private final Map<Algorithm, byte[]> expected = new LinkedHashMap<>();

  /**
   * Parses the digests that a client announces.
   *
   * @throws Refused if a known algorithm has an invalid value, or two values
   */
  static Digests expectedBy(HttpFields headers) throws Refused {
    Digests digests = new Digests();
    for (String value : values(headers, "Digest")) {
      int equals = value.indexOf('=');
      if (equals > 0) {
        Optional<Algorithm> algorithm = find(value.substring(0, equals), true);
        if (algorithm.isPresent()) {
          digests.expect(algorithm.get(), old(algorithm.get(), value.substring(equals + 1)));
        }
      }
    }
    for (String header : List.of("Content-Digest", "Repr-Digest")) {
      for (String value : values(headers, header)) {
        int equals = value.indexOf('=');
        if (equals > 0) {
          Optional<Algorithm> algorithm = find(value.substring(0, equals), false);
          if (algorithm.isPresent()) {
            digests.expect(algorithm.get(), bytes(value.substring(equals + 1)));
          }
        }
      }
    }
    return digests;
  }

  private static List<String> values(HttpFields headers, String name) {
    List<String> values = new ArrayList<>();
    for (String line : headers.getValuesList(name)) {
      Arrays.stream(line.split(",", -1)).map(String::strip).forEach(values::add);
    }
    return values;
  }

  private static Optional<Algorithm> find(String name, boolean old) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(Algorithm.values())
        .filter(one -> wanted.equals(old ? one.old : one.current))
        .findFirst();
  }

  /** ADLER32 is hexadecimal, perhaps without its leading zeros; the others are base64. */
  private static byte[] old(Algorithm algorithm, String value) throws Refused {
    String text = value.strip();
    if (algorithm != Algorithm.ADLER) {
      return base64(text);
    }
    if (!text.matches("[0-9a-fA-F]{1,8}")) {
      throw malformed(value);
    }
    return HexFormat.of().parseHex("0".repeat(8 - text.length()) + text);
  }

  /** A byte sequence of RFC 8941 section 3.3.5. */
  private static byte[] bytes(String value) throws Refused {
    String text = value.strip();
    if (text.length() < 2 || !text.startsWith(":") || !text.endsWith(":")) {
      throw malformed(value);
    }
    return base64(text.substring(1, text.length() - 1));
  }

  private static byte[] base64(String text) throws Refused {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw malformed(text);
    }
  }

  private static Refused malformed(String value) {
    return new Refused(HttpStatus.BAD_REQUEST_400, "not a digest: " + value);
  }

  private void expect(Algorithm algorithm, byte[] value) throws Refused {
    byte[] before = expected.putIfAbsent(algorithm, value);
    if (before != null && !Arrays.equals(before, value)) {
      throw new Refused(
          HttpStatus.BAD_REQUEST_400, "two digests by " + algorithm.old + " contradict each other");
    }
    if (algorithm != Algorithm.ADLER) {
      others.computeIfAbsent(algorithm, Digests::make);
    }
  }

  private static MessageDigest make(Algorithm algorithm) {
    try {
      return MessageDigest.getInstance(algorithm.java);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has " + algorithm.java, impossible);
    }
  }

  /** Takes bytes; the buffer stays as it is. */
  void update(ByteBuffer bytes) {
    adler.update(bytes.duplicate());
    others.values().forEach(digest -> digest.update(bytes.duplicate()));
  }

  /** Asks another server for the ADLER32 of a file, by both ways. */
  static HttpFields wantAdler32() {
    return HttpFields.build()
        .put("Want-Digest", Algorithm.ADLER.old)
        .put("Want-Repr-Digest", Algorithm.ADLER.current + "=10")
        .asImmutable();
  }

  /** The ADLER32 that another server tells, eight digits; what cannot be one is none. */
  static Optional<String> adler32Of(HttpFields headers) {
    try {
      return Optional.ofNullable(expectedBy(headers).expected.get(Algorithm.ADLER))
          .map(HexFormat.of()::formatHex);
    } catch (Refused malformed) {
      return Optional.empty();
    }
  }

  /** ADLER32 of the received bytes, eight digits. */
  String adler32() {
    return text(adler);
  }

  /** A sum as eight digits. */
  static String text(Adler32 sum) {
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }

  /**
   * Compares the received bytes with the announced digests.
   *
   * @throws Refused if they differ; the client gets the algorithm and both values
   */
  void verify() throws Refused {
    for (Map.Entry<Algorithm, byte[]> one : expected.entrySet()) {
      byte[] value =
          one.getKey() == Algorithm.ADLER
              ? HexFormat.of().parseHex(adler32())
              : others.get(one.getKey()).digest();
      if (!Arrays.equals(value, one.getValue())) {
        HexFormat hex = HexFormat.of();
        throw new Refused(
            HttpStatus.BAD_REQUEST_400,
            "the bytes that arrived have the "
                + one.getKey().old
                + " digest "
                + hex.formatHex(value)
                + ", announced was "
                + hex.formatHex(one.getValue()));
      }
    }
  }

  /**
   * The headers with the digest of a file, if the client requests a known one: {@code Want-Digest}
   * (RFC 3230), {@code Want-Repr-Digest} (RFC 9530).
   *
   * @param adler32 of the file, eight digits
   */
  static Map<String, String> wanted(HttpFields headers, String adler32) {
    Map<String, String> told = new LinkedHashMap<>();
    if (isWanted(headers, "Want-Digest", Algorithm.ADLER.old, ";")) {
      told.put("Digest", Algorithm.ADLER.old + "=" + adler32);
    }
    if (isWanted(headers, "Want-Repr-Digest", Algorithm.ADLER.current, "=")) {
      String value = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(adler32));
      told.put("Repr-Digest", Algorithm.ADLER.current + "=:" + value + ":");
    }
    return told;
  }

  private static boolean isWanted(
      HttpFields headers, String header, String algorithm, String weight) {
    return values(headers, header).stream()
        .anyMatch(
            value -> {
              String[] parts = value.split(weight, 2);
              boolean refused = parts.length > 1 && parts[1].strip().matches("(q=)?0(\\.0*)?");
              return parts[0].strip().equalsIgnoreCase(algorithm) && !refused;
            });
  }
}
