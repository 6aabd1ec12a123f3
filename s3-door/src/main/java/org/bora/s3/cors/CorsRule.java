package org.bora.s3.cors;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;

/**
 * One rule.
 *
 * @param origins each with one {@code *} at most
 * @param headers that a request may have, each with one {@code *} at most
 * @param exposed headers of answers that a script may read
 * @param maxAgeSeconds that a browser may remember it
 */
record CorsRule(
    Optional<String> id,
    List<String> origins,
    List<String> methods,
    List<String> headers,
    List<String> exposed,
    OptionalInt maxAgeSeconds) {
  static final Set<String> METHODS = Set.of("GET", "HEAD", "PUT", "POST", "DELETE");
  private static final Pattern HEADER = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+");

  CorsRule {
    Objects.requireNonNull(id, "id");
    origins = List.copyOf(origins);
    methods = List.copyOf(methods);
    headers = List.copyOf(headers);
    exposed = List.copyOf(exposed);
    Objects.requireNonNull(maxAgeSeconds, "maxAgeSeconds");
  }

  /** Whether a rule may be so. */
  void require() throws Refused {
    if (origins.isEmpty() || methods.isEmpty()) {
      throw S3Error.MALFORMED_XML.because("a rule has AllowedOrigin and AllowedMethod");
    }
    for (String origin : origins) {
      if (stars(origin) > 1) {
        throw S3Error.INVALID_REQUEST.because(
            "AllowedOrigin \"" + origin + "\" can not have more than one wildcard.");
      }
      // it becomes a header
      if (origin.chars().anyMatch(c -> c <= ' ' || c >= 0x7F)) {
        throw S3Error.INVALID_REQUEST.because("an AllowedOrigin has visible ASCII characters");
      }
    }
    for (String method : methods) {
      if (!METHODS.contains(method)) {
        throw S3Error.INVALID_REQUEST.because(
            "Found unsupported HTTP method in CORS config. Unsupported method is " + method);
      }
    }
    requireHeaders(headers);
    requireHeaders(exposed);
  }

  private static void requireHeaders(List<String> names) throws Refused {
    for (String name : names) {
      if (!isHeader(name)) {
        throw S3Error.INVALID_REQUEST.because(
            "AllowedHeader \"" + name + "\" contains invalid character.");
      }
      if (stars(name) > 1) {
        throw S3Error.INVALID_REQUEST.because(
            "AllowedHeader \"" + name + "\" can not have more than one wildcard.");
      }
    }
  }

  private static long stars(String text) {
    return text.chars().filter(c -> c == '*').count();
  }

  static boolean isHeader(String name) {
    return HEADER.matcher(name).matches();
  }

  boolean allows(String origin, String method, List<String> wanted) {
    return origin(origin).isPresent()
        && methods.contains(method)
        && wanted.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .allMatch(
                name -> headers.stream().anyMatch(h -> matches(h.toLowerCase(Locale.ROOT), name)));
  }

  /** The first pattern that an origin matches. */
  Optional<String> origin(String origin) {
    return origins.stream().filter(pattern -> matches(pattern, origin)).findFirst();
  }

  private static boolean matches(String pattern, String text) {
    int star = pattern.indexOf('*');
    if (star < 0) {
      return pattern.equals(text);
    }
    String begin = pattern.substring(0, star);
    String end = pattern.substring(star + 1);
    return text.length() >= begin.length() + end.length()
        && text.startsWith(begin)
        && text.endsWith(end);
  }
}
