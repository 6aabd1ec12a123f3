package org.bora.backend.authorise;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Where callers get their local accounts from; heeded by a privileged process only.
 *
 * @param staticAccount one account for everyone, and no grid-mapfile is read; empty for none
 * @param gridMapfile the grid-mapfile that the GridFTP servers use too
 * @param checkEvery how often at most the file is looked at for changes, 1 s to 1 h
 * @param poolDirectory where leases of pool accounts are kept, see {@link PoolAccounts}
 * @param attributesFirst whether lines for VOMS attributes are tried before lines for subjects,
 *     attribute by attribute from the primary one; otherwise the first line that matches counts
 * @param rootAllowed whether a grid-mapfile may map to root, as that of a try grid does whose files
 *     belong to the root who tries; never at a real site
 */
public record MappingSettings(
    String staticAccount,
    Path gridMapfile,
    Duration checkEvery,
    Path poolDirectory,
    boolean attributesFirst,
    boolean rootAllowed) {

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofHours(1);

  public MappingSettings {
    Objects.requireNonNull(staticAccount, "staticAccount");
    requireAbsolute("gridMapfile", gridMapfile);
    requireAbsolute("poolDirectory", poolDirectory);
    if (checkEvery.compareTo(LEAST) < 0 || checkEvery.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "checkEvery: " + checkEvery + " is not allowed: " + LEAST + " to " + MOST);
    }
  }

  private static void requireAbsolute(String key, Path path) {
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(key + ": '" + path + "' is not allowed: an absolute path");
    }
  }

  public static MappingSettings defaults() {
    return new MappingSettings(
        "",
        Path.of("/etc/grid-security/grid-mapfile"),
        Duration.ofSeconds(10),
        Path.of("/etc/grid-security/gridmapdir"),
        false,
        false);
  }
}
