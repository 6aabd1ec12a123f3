package org.bora.s3;

import java.util.Base64;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.Payload;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/** Checksums that a request announces in its headers or trailers. */
final class Announced {
  private static final String SUM = "x-amz-checksum-";
  private static final String ALGORITHM = "x-amz-sdk-checksum-algorithm";
  private static final String TRAILER = "x-amz-trailer";

  private Announced() {}

  /**
   * Those in the headers: one at most.
   *
   * @throws Refused also where the algorithm is named without a sum
   */
  static Map<Sum, String> sums(HttpFields headers) throws Refused {
    Map<Sum, String> found = new EnumMap<>(Sum.class);
    for (HttpField field : headers) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      boolean other = name.equals(SUM + "type") || name.equals(SUM + "algorithm");
      if (name.startsWith(SUM) && !other) {
        Sum sum =
            Sum.ofHeader(name)
                .orElseThrow(
                    () ->
                        S3Error.INVALID_REQUEST.because(
                            "The algorithm type you specified in x-amz-checksum- header is"
                                + " invalid."));
        found.put(sum, field.getValue() == null ? "" : field.getValue());
      }
    }
    if (found.size() > 1 || (!found.isEmpty() && headers.contains(TRAILER))) {
      throw S3Error.INVALID_REQUEST.because(
          "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.");
    }
    requireAlgorithm(headers, found);
    found.replaceAll((_, value) -> value.strip());
    for (Map.Entry<Sum, String> one : found.entrySet()) {
      required(one.getKey(), one.getValue(), one.getKey().header() + " header");
    }
    return found;
  }

  private static void requireAlgorithm(HttpFields headers, Map<Sum, String> found) throws Refused {
    String algorithm = headers.get(ALGORITHM);
    if (algorithm == null || algorithm.isEmpty()) {
      return;
    }
    Sum sum = known(algorithm);
    String trailer = headers.get(TRAILER);
    if (found.isEmpty() && trailer == null) {
      throw S3Error.INVALID_REQUEST.because(
          ALGORITHM
              + " specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were"
              + " found.");
    }
    boolean same =
        trailer == null ? found.containsKey(sum) : sum.header().equalsIgnoreCase(trailer.strip());
    if (!same) {
      throw S3Error.INVALID_REQUEST.because("Value for " + ALGORITHM + " header is invalid.");
    }
  }

  /** A checksum by its name. */
  static Sum known(String algorithm) throws Refused {
    return Sum.named(algorithm)
        .orElseThrow(
            () ->
                S3Error.INVALID_REQUEST.because(
                    "Checksum algorithm provided is unsupported. Please try again with any of the"
                        + " valid types: [CRC32, CRC32C, CRC64NVME, MD5, SHA1, SHA256, SHA512,"
                        + " XXHASH128, XXHASH3, XXHASH64]"));
  }

  /** The checksum that follows the bytes. */
  static Optional<Sum> trailer(HttpFields headers, Payload payload) throws Refused {
    String trailer = headers.get(TRAILER);
    if (trailer == null || trailer.isEmpty()) {
      if (payload.isSignedPiecewise() && payload.hasTrailer()) {
        throw S3Error.MALFORMED_TRAILER.refusal();
      }
      return Optional.empty();
    }
    return Optional.of(
        Sum.ofHeader(trailer.strip())
            .filter(_ -> payload.hasTrailer())
            .orElseThrow(
                () ->
                    S3Error.INVALID_REQUEST.because(
                        "The value specified in the x-amz-trailer header is not supported")));
  }

  /**
   * What came behind the bytes: the sum that was announced must come, and nothing may where none
   * was announced.
   *
   * @param lines of the trailer, by their names
   */
  static Map<Sum, String> inTrailer(Optional<Sum> trailing, Map<String, String> lines)
      throws Refused {
    if (trailing.isEmpty() && !lines.isEmpty()) {
      throw S3Error.MALFORMED_TRAILER.refusal();
    }
    if (trailing.isEmpty()) {
      return Map.of();
    }
    Sum sum = trailing.get();
    String value = lines.get(sum.header());
    if (value == null) {
      throw S3Error.MALFORMED_TRAILER.refusal();
    }
    return Map.of(sum, required(sum, value, sum.header() + " trailing"));
  }

  static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text.strip());
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /**
   * @param where the value stands
   */
  static String required(Sum sum, String value, String where) throws Refused {
    if (base64(value).length != sum.bytes()) {
      throw S3Error.INVALID_REQUEST.because(
          "Value for " + (where.endsWith("header") ? where : where + " header") + " is invalid.");
    }
    return value.strip();
  }

  static Refused mismatch(Sum sum) {
    return S3Error.BAD_DIGEST.because(
        "The " + sum + " you specified did not match the calculated checksum.");
  }
}
