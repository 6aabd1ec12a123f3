package org.bora.backend.authorise;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How callers are mapped to local accounts: the section {@code mapping}. Only a privileged process
 * uses it.
 *
 * @param gridMapfile the grid-mapfile, which the GridFTP servers also use
 * @param checkEvery how often at most the file is looked at for changes
 * @param staticAccount one account for everyone, and no grid-mapfile is read
 * @param poolDirectory where leases of pool accounts are kept, see {@link PoolAccounts}
 * @param attributesFirst whether lines for VOMS attributes are tried before lines for subjects,
 *     attribute by attribute from the primary one; otherwise the first line that matches counts
 * @param rootAllowed whether a grid-mapfile may map to root, as on a try grid that runs as root;
 *     never at a real site
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
