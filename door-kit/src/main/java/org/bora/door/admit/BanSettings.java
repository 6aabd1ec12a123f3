package org.bora.door.admit;

import java.util.List;
import org.bora.settings.Elsewhere;
import org.bora.settings.Keys;

/**
 * Banned callers.
 *
 * @param dns subjects of end-entity certificates, {@code /DC=org/DC=example/CN=Mallory}
 * @param vos virtual organisations; a caller with an attribute of any of them is banned
 * @param authorities subjects of certificate authorities
 */
public record BanSettings(
    @Elsewhere List<Ban> dns, @Elsewhere List<Ban> vos, @Elsewhere List<Ban> authorities)
    implements Keys {

  public BanSettings {
    dns = List.copyOf(dns);
    vos = List.copyOf(vos);
    authorities = List.copyOf(authorities);
  }

  public static BanSettings defaults() {
    return new BanSettings(List.of(), List.of(), List.of());
  }
}
