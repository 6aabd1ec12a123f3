package org.bora.frontend.admit;

import java.util.List;

/**
 * Who is not served. In every pattern {@code *} stands for any text; all else is compared exactly.
 *
 * @param dns subjects of end-entity certificates, {@code /DC=org/DC=example/CN=Mallory}
 * @param vos virtual organisations; a caller with an attribute of any of them is banned
 * @param authorities subjects of certificate authorities
 */
public record BanSettings(List<String> dns, List<String> vos, List<String> authorities) {

  public BanSettings {
    dns = patterns("dns", dns);
    vos = patterns("vos", vos);
    authorities = patterns("authorities", authorities);
  }

  public static BanSettings defaults() {
    return new BanSettings(List.of(), List.of(), List.of());
  }

  private static List<String> patterns(String key, List<String> patterns) {
    for (String pattern : patterns) {
      if (pattern.isBlank()) {
        throw new IllegalArgumentException(
            "ban."
                + key
                + " has an empty pattern; allowed is a name in which * stands for any text");
      }
    }
    return List.copyOf(patterns);
  }
}
