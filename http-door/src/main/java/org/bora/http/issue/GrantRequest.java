package org.bora.http.issue;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bora.door.http.Refused;
import org.bora.files.Name;

/**
 * The form of a request for a token (RFC 6749 section 4.4.2). Grid clients write "scopes" and
 * "expire_in", and use activities of macaroons as scopes: {@code DOWNLOAD:/vo/file}.
 *
 * @param scope as the answer repeats it
 */
record GrantRequest(String scope, Wanted wanted) {
  /** Storage scopes (WLCG profile 1.3) as activities. */
  private static final Map<String, String> ACTIVITIES =
      Map.of(
          "storage.read", "DOWNLOAD,LIST",
          "storage.create", "UPLOAD,MANAGE,LIST",
          "storage.modify", "UPLOAD,MANAGE,DELETE,LIST",
          "storage.stage", "STAGE,POLL",
          "storage.poll", "POLL");

  /** A refusal of RFC 6749 section 5.2. */
  static final class GrantRefused extends Exception {
    private static final long serialVersionUID = 1L;
    private final String code;

    GrantRefused(String code, String why) {
      super(why, null, false, false);
      this.code = code;
    }

    String code() {
      return code;
    }
  }

  static GrantRequest read(byte[] body) throws GrantRefused {
    Map<String, String> form = form(new String(body, StandardCharsets.UTF_8));
    if (!"client_credentials".equals(form.get("grant_type"))) {
      throw new GrantRefused("unsupported_grant_type", "grant_type must be client_credentials");
    }
    String scope = form.getOrDefault("scope", form.getOrDefault("scopes", "")).strip();
    return new GrantRequest(scope, new Wanted(caveats(scope), validity(form)));
  }

  private static Map<String, String> form(String text) throws GrantRefused {
    Map<String, String> form = new HashMap<>();
    try {
      for (String pair : text.strip().split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          form.put(
              URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
              URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
      }
    } catch (IllegalArgumentException e) {
      throw new GrantRefused("invalid_request", "the form is not percent-encoded");
    }
    return form;
  }

  private static Duration validity(Map<String, String> form) throws GrantRefused {
    String seconds = form.getOrDefault("expire_in", form.get("expires_in"));
    if (seconds == null) {
      return Wanted.PRESET;
    }
    try {
      Duration validity = Duration.ofSeconds(Integer.parseInt(seconds.strip()));
      if (validity.isPositive()) {
        return validity;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new GrantRefused("invalid_request", "expire_in is no number of seconds");
  }

  /** One path for all: a macaroon has the product of its activities and paths. */
  private static List<String> caveats(String scope) throws GrantRefused {
    if (scope.isEmpty()) {
      return List.of();
    }
    Set<String> activities = new TreeSet<>();
    Set<String> paths = new LinkedHashSet<>();
    for (String word : scope.split("\\s+", -1)) {
      int colon = word.indexOf(':');
      String name = colon < 0 ? word : word.substring(0, colon);
      paths.add(colon < 0 ? "/" : path(word, word.substring(colon + 1)));
      activities.addAll(List.of(ACTIVITIES.getOrDefault(name, name).split(",", -1)));
    }
    if (paths.size() > 1) {
      throw new GrantRefused(
          "invalid_scope",
          "all scopes of one token must have the same path; ask for several tokens");
    }
    return List.of("activity:" + String.join(",", activities), "path:" + paths.iterator().next());
  }

  /** Its parts are percent-encoded in a scope (WLCG profile 1.3), and are not in a caveat. */
  private static String path(String word, String path) throws GrantRefused {
    try {
      return Name.of(path).sfn();
    } catch (Refused why) {
      throw new GrantRefused("invalid_scope", word + ": " + why.getMessage());
    }
  }
}
