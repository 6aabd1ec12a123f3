package org.bora.taperest;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The parts of requests outside their bodies. Version 1 has none of them, so each may be absent.
 */
final class Fields {
  /** By which a client that got no answer asks for the same request again. */
  private static final String NAME = "Idempotency-Key";

  private static final Pattern KEY = Pattern.compile("[!-~](?:[ -~]{0,253}[!-~])?");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
  private static final String SINCE = "since=";

  private Fields() {}

  /** The name that a client gives to a stage request. */
  static Optional<String> name(HttpFields headers) throws Refused {
    Optional<String> name = Optional.ofNullable(headers.get(NAME)).map(String::strip);
    if (name.filter(key -> !KEY.matcher(key).matches()).isPresent()) {
      throw new Refused(
          HttpStatus.BAD_REQUEST_400, NAME + " must be 1 to 255 printable characters of ASCII");
    }
    return name;
  }

  /** The start time for changes; other parameters are ignored. */
  static Optional<Instant> since(String query) throws Refused {
    if (query == null) {
      return Optional.empty();
    }
    for (String parameter : query.split("&", -1)) {
      if (parameter.startsWith(SINCE)) {
        String seconds = parameter.substring(SINCE.length());
        if (!SECONDS.matcher(seconds).matches()) {
          throw new Refused(HttpStatus.BAD_REQUEST_400, "\"since\" must be seconds since 1970");
        }
        return Optional.of(Instant.ofEpochSecond(Long.parseLong(seconds)));
      }
    }
    return Optional.empty();
  }
}
