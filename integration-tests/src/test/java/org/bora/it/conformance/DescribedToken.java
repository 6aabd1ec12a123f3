package org.bora.it.conformance;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.bora.it.conformance.TokenSignature.Trick;

/** A token as the rows of conformance/http describe it; tokens.md explains the words. */
final class DescribedToken {
  private static final Set<String> TIMES = Set.of("exp", "nbf", "iat");

  private final String directory;
  private final String service;
  private final List<String> scopes = new ArrayList<>();
  private final List<String> groups = new ArrayList<>();
  private final JWTClaimsSet.Builder claims;
  private final Instant now = Instant.now();
  private Trick trick = Trick.NONE;
  private String scopeClaim = "scope";
  private String profile = "storage.";

  private DescribedToken(String directory, String service) {
    this.directory = directory;
    this.service = service;
    this.claims =
        new JWTClaimsSet.Builder()
            .issuer(Issuers.FIRST)
            .subject("conformance")
            .audience(service)
            .issueTime(Date.from(now))
            .notBeforeTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(600)))
            .jwtID(UUID.randomUUID().toString())
            .claim("wlcg.ver", "1.0");
  }

  /**
   * Makes it.
   *
   * @param directory where its paths begin
   * @param service URL of the site
   */
  static String of(Issuers issuers, String described, String directory, String service) {
    DescribedToken token = new DescribedToken(directory, service);
    // a SciToken's scopes have other names: that is known before they are read
    List<String> words = List.of(described.split(" ", -1));
    if (words.contains("scitoken")) {
      token.profile = "";
      token.claims.claim("wlcg.ver", null).claim("ver", "scitoken:2.0");
    }
    words.forEach(token::read);
    return token.signed(issuers);
  }

  private void read(String word) {
    if (word.startsWith("@")) {
      int equals = word.indexOf('=');
      claim(word.substring(1, equals), word.substring(equals + 1));
    } else if (word.startsWith("!")) {
      trick = Trick.valueOf(word.substring(1).toUpperCase(Locale.ROOT).replace('-', '_'));
    } else if (word.startsWith("^")) {
      scopes.add(word.substring(1));
    } else if (word.equals("scp")) {
      scopeClaim = "scp";
    } else if (!word.equals("scitoken")) {
      scope(word);
    }
  }

  private void scope(String word) {
    int colon = word.indexOf(':');
    String path = word.substring(colon + 1);
    if (word.startsWith("group:")) {
      groups.add(path);
      return;
    }
    String place =
        path.startsWith("^") ? path.substring(1) : directory + (path.equals(".") ? "" : "/" + path);
    scopes.add(profile + word.substring(0, colon) + (place.isEmpty() ? "" : ":" + place));
  }

  private void claim(String name, String value) {
    String text = value.replace("here", service).replace("HERE", service.toUpperCase(Locale.ROOT));
    if (value.isEmpty()) {
      claims.claim(name, null);
    } else if (TIMES.contains(name) && value.matches("-?\\d+")) {
      claims.claim(name, now.plusSeconds(Long.parseLong(value)).getEpochSecond());
    } else if (name.equals("iss")) {
      claims.issuer(text.replace("first", Issuers.FIRST).replace("second", Issuers.SECOND));
    } else if (name.equals("aud")) {
      claims.audience(
          List.of(text.replace("any", "https://wlcg.cern.ch/jwt/v1/any").split(",", -1)));
    } else {
      claims.claim(name, text);
    }
  }

  private String signed(Issuers issuers) {
    if (trick == Trick.SCOPES_IN_A_LIST) {
      claims.claim(scopeClaim, scopes);
    } else if (!scopes.isEmpty()) {
      claims.claim(scopeClaim, String.join(" ", scopes));
    }
    if (!groups.isEmpty()) {
      claims.claim("wlcg.groups", groups);
    }
    return new TokenSignature(issuers, claims.build()).by(trick);
  }
}
