package org.bora.storm.webdav;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.storm.report.Spot;

/**
 * An element of {@code oauth.issuers}.
 *
 * @param place of its URL in the file
 * @param url as written in tokens
 * @param audiences empty if any audience is accepted
 */
record DavIssuer(Spot place, String name, String url, List<String> audiences) {

  DavIssuer {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(url, "url");
    audiences = List.copyOf(audiences);
  }

  boolean isUsable() {
    return host().isPresent();
  }

  private Optional<String> host() {
    try {
      URI uri = URI.create(url);
      return Optional.ofNullable(uri.getHost())
          .filter(host -> "https".equals(uri.getScheme()) && uri.getRawQuery() == null);
    } catch (IllegalArgumentException noUrl) {
      return Optional.empty();
    }
  }

  /** The VO of its users, if no storage area names it. */
  String ownVo() {
    return name.matches("[A-Za-z0-9][A-Za-z0-9._-]*") ? name : host().orElse("");
  }

  /** Its users, as a rule names them: docs/operate/http.md. */
  String who() {
    return "dn " + subjects("*");
  }

  /** One of its users likewise. */
  String who(String subject) {
    return "dn \"" + subjects(escaped(subject)) + "\"";
  }

  private String subjects(String subject) {
    String rest = url.substring("https://".length());
    String part = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
    return "/ISSUER=" + escaped(part) + "/SUB=" + subject;
  }

  private static String escaped(String text) {
    StringBuilder written = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xff);
      boolean plain = Character.toString(c).matches("[A-Za-z0-9._~@:+ -]");
      written.append(plain ? Character.toString(c) : "%%%02X".formatted((int) c));
    }
    return written.toString();
  }
}
