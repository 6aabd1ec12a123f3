package org.bora.door.token;

import com.nimbusds.jwt.JWTClaimsSet;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.LogText;

/**
 * Derives what the claims of a token allow (WLCG profile 1.3, "Capabilities" and "Group Based
 * Authorization"; SciTokens 2.0, "scope").
 */
public final class ScopeReader {

  /** More are no token of an issuer that means well. */
  private static final int MOST = 200;

  /** Minor versions add nothing that must be understood (WLCG profile 1.3, section 4.3.3). */
  private static final Pattern VERSIONS = Pattern.compile("1\\.[0-9]+");

  private static final Map<String, List<Action>> WLCG =
      Map.of(
          "storage.read", List.of(Action.READ),
          "storage.create", List.of(Action.CREATE),
          "storage.modify", List.of(Action.MODIFY),
          "storage.stage", List.of(Action.STAGE),
          "storage.poll", List.of(Action.POLL));

  private static final Map<String, List<Action>> SCITOKENS =
      Map.of(
          "read", List.of(Action.READ),
          "write", List.of(Action.MODIFY),
          "stage", List.of(Action.STAGE),
          "poll", List.of(Action.POLL));

  /** Capabilities for other services: they too have groups ignored. */
  private static final String FOR_COMPUTING = "compute.";

  private final TokenIssuer issuer;
  private final JWTClaimsSet claims;

  ScopeReader(TokenIssuer issuer, JWTClaimsSet claims) {
    this.issuer = issuer;
    this.claims = claims;
  }

  /** What a token allows its caller. */
  record Rights(List<Fqan> fqans, Optional<Grant> grant) {}

  /**
   * @throws TokenRefused when there is nothing in it for a storage system
   */
  Rights read() throws TokenRefused {
    boolean capable = false;
    List<Scope> scopes = new ArrayList<>();
    String[] words = text("scope").strip().split("\\s+", -1);
    if (words.length > MOST) {
      throw new TokenRefused("claim scope has " + words.length + " entries, at most " + MOST);
    }
    for (String word : words) {
      int colon = word.indexOf(':');
      List<Action> actions = actions().get(colon < 0 ? word : word.substring(0, colon));
      if (actions == null) {
        capable |= word.startsWith(FOR_COMPUTING);
        continue; // for another service
      }
      Optional<String> path = colon < 0 ? Optional.empty() : place(word.substring(colon + 1));
      if (path.isEmpty()) {
        throw new TokenRefused(
            "claim scope: '" + word + "' has no absolute path without . and .. behind a colon");
      }
      boolean directory = word.endsWith("/");
      for (String place : issuer.places(path.get())) {
        actions.forEach(action -> scopes.add(new Scope(action, place, directory)));
      }
    }
    if (!scopes.isEmpty()) {
      return new Rights(List.of(new Fqan("/" + issuer.vo(), "")), Optional.of(new Grant(scopes)));
    }
    if (capable) {
      throw new TokenRefused(
          "claim scope has no storage scope, and its other capabilities have groups ignored");
    }
    List<Fqan> groups = groups();
    if (groups.isEmpty()) {
      throw new TokenRefused(
          "claim scope has no storage scope, and wlcg.groups no group of " + issuer.vo());
    }
    return new Rights(groups, Optional.empty());
  }

  private Map<String, List<Action>> actions() throws TokenRefused {
    String version = text("wlcg.ver");
    if (VERSIONS.matcher(version).matches()) {
      return WLCG;
    }
    if (!version.isEmpty()) {
      throw new TokenRefused(
          "claim wlcg.ver: '" + LogText.of(version) + "' is not a version 1.x of the profile");
    }
    if (text("ver").startsWith("scitoken")) {
      return SCITOKENS;
    }
    throw new TokenRefused("neither claim wlcg.ver nor claim ver says what profile the token has");
  }

  /** A group of another organisation is not this issuer's to give. */
  private List<Fqan> groups() throws TokenRefused {
    List<Fqan> groups = new ArrayList<>();
    Object claim = claims.getClaim("wlcg.groups");
    if (claim instanceof List<?> names) {
      for (Object name : names) {
        String group = String.valueOf(name);
        String own = "/" + issuer.vo();
        if (groups.size() < MOST
            && group.equals(plain(group).orElse(""))
            && group.indexOf('=') < 0
            && (group.equals(own) || group.startsWith(own + "/"))) {
          groups.add(new Fqan(group, ""));
        }
      }
    } else if (claim != null) {
      throw new TokenRefused("claim wlcg.groups is no list");
    }
    return groups;
  }

  private String text(String claim) throws TokenRefused {
    try {
      String text = claims.getStringClaim(claim);
      return text == null ? "" : text;
    } catch (ParseException e) {
      throw new TokenRefused("claim " + claim + " is no text");
    }
  }

  /**
   * The path of a scope, whose parts are percent-encoded (RFC 3986). Empty if it is not a path, or
   * if an escape is broken or stands for a slash.
   */
  private static Optional<String> place(String path) {
    StringBuilder decoded = new StringBuilder();
    for (String part : path.split("(?=/)", -1)) { // each begins with its slash
      Optional<String> name = unescaped(part);
      if (name.isEmpty() || name.get().lastIndexOf('/') > 0) {
        return Optional.empty();
      }
      decoded.append(name.get());
    }
    return plain(decoded.toString());
  }

  private static Optional<String> unescaped(String part) {
    byte[] raw = part.getBytes(StandardCharsets.UTF_8);
    var bytes = new ByteArrayOutputStream();
    for (int at = 0; at < raw.length; at++) {
      if (raw[at] != '%') {
        bytes.write(raw[at]);
        continue;
      }
      int high = at + 2 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
      int low = at + 2 < raw.length ? Character.digit(raw[at + 2], 16) : -1;
      if (high < 0 || low < 0) {
        return Optional.empty();
      }
      bytes.write(high << 4 | low);
      at += 2;
    }
    return Optional.of(bytes.toString(StandardCharsets.UTF_8));
  }

  /**
   * The normal form of a path: absolute, without empty parts and without a slash at its end. Empty
   * if it is not a path, or has parts that could lead elsewhere.
   */
  public static Optional<String> plain(String path) {
    if (!path.startsWith("/")) {
      return Optional.empty();
    }
    StringBuilder plain = new StringBuilder();
    for (String part : path.substring(1).split("/", -1)) {
      if (part.equals(".") || part.equals("..") || part.chars().anyMatch(Character::isISOControl)) {
        return Optional.empty();
      }
      if (!part.isEmpty()) {
        plain.append('/').append(part);
      }
    }
    return Optional.of(plain.isEmpty() ? "/" : plain.toString());
  }
}
