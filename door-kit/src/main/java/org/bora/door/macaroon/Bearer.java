package org.bora.door.macaroon;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bora.api.bearer.DayKey;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.door.token.TokenRefused;

/**
 * The content of a macaroon's identifier: the key that signed it, and the user. It is signed, but
 * not secret.
 *
 * @param generation and
 * @param day of the key
 * @param id of the macaroon, for logs
 * @param dn of the user who asked for it
 * @param issuer of that name
 * @param fqans verified attributes at that time
 */
record Bearer(long generation, long day, String id, String dn, String issuer, List<Fqan> fqans) {
  /** The first line; another one is of a later release, or of another service. */
  private static final String FORMAT = "bora1";

  private static final int LINES_BEFORE_FQANS = 6;

  Bearer {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(issuer, "issuer");
    fqans = List.copyOf(fqans);
  }

  static Bearer of(Caller caller, DayKey key, String id) {
    return new Bearer(
        key.generation(), key.day(), id, caller.dn(), caller.issuer(), caller.fqans());
  }

  /** One line for each part, in which no part can begin another line. */
  String identifier() {
    StringBuilder text = new StringBuilder(FORMAT);
    text.append('\n').append(generation).append('\n').append(day).append('\n').append(id);
    text.append('\n').append(line(dn)).append('\n').append(line(issuer));
    fqans.forEach(fqan -> text.append('\n').append(line(fqan.toString())));
    return text.toString();
  }

  private static String line(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static Bearer read(String identifier) throws TokenRefused {
    String[] lines = identifier.split("\n", -1);
    if (lines.length < LINES_BEFORE_FQANS || !lines[0].equals(FORMAT)) {
      throw new TokenRefused("the macaroon is not of this service");
    }
    try {
      return new Bearer(
          Long.parseLong(lines[1]),
          Long.parseLong(lines[2]),
          lines[3],
          text(lines[4]),
          text(lines[5]),
          Arrays.stream(lines, LINES_BEFORE_FQANS, lines.length)
              .map(Bearer::text)
              .map(Fqan::parse)
              .toList());
    } catch (IllegalArgumentException e) {
      throw new TokenRefused("the macaroon is not of this service");
    }
  }

  private static String text(String line) {
    return URLDecoder.decode(line, StandardCharsets.UTF_8);
  }
}
