package org.bora.backend.authorise;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Where callers get their local accounts from; heeded by a privileged process only: the section
 * {@code mapping}.
 *
 * @param gridMapfile the grid-mapfile that the GridFTP servers use too
 * @param checkEvery how often at most the file is looked at for changes
 * @param staticAccount one account for everyone, and no grid-mapfile is read
 * @param poolDirectory where leases of pool accounts are kept, see {@link PoolAccounts}
 * @param attributesFirst whether lines for VOMS attributes are tried before lines for subjects,
 *     attribute by attribute from the primary one; otherwise the first line that matches counts
 * @param rootAllowed whether a grid-mapfile may map to root, as that of a try grid does whose files
 *     belong to the root who tries; never at a real site
 */
public record MappingSettings(
    @Key(preset = "/etc/grid-security/grid-mapfile") Path gridMapfile,
    @Key(preset = "10s", least = "1s", most = "1h") Duration checkEvery,
    @Key(allowed = "a local account") Optional<String> staticAccount,
    @Key(preset = "/etc/grid-security/gridmapdir") Path poolDirectory,
    @Key(preset = "false") boolean attributesFirst,
    @Key(name = "allow-root", preset = "false") boolean rootAllowed)
    implements Keys {

  public MappingSettings {
    Keys.check(
        MappingSettings.class,
        gridMapfile,
        checkEvery,
        staticAccount,
        poolDirectory,
        attributesFirst,
        rootAllowed);
    requireAbsolute("gridMapfile", gridMapfile);
    requireAbsolute("poolDirectory", poolDirectory);
  }

  private static void requireAbsolute(String key, Path path) {
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(key + ": '" + path + "' is not allowed: an absolute path");
    }
  }

  public static MappingSettings defaults() {
    return Keys.defaults(MappingSettings.class);
  }
}
