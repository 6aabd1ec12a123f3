package org.bora.it.site;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Authorities, certificates and proxies of a try grid that all sites of a test run take over:
 * making its thirty keys is most of what a site's start would take. How a grid is made from nothing
 * is tested where none of this is used (UpIT of the launcher).
 */
public final class Keys {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Keys() {}

  /**
   * The same shell; the grids that its commands make have these keys. Makes them where no site did
   * so before.
   */
  public static Shell takenOver(Shell shell) {
    return shell.with("GRID_FROM", inPlace().toString());
  }

  /** The grid that all take them from, made where no site did so before; nobody changes it. */
  public static Path inPlace() {
    Path keys = Path.of("target", "keys").toAbsolutePath();
    String script = Site.CHECKOUT.resolve("launcher/try-grid/grid-up").toString();
    new Shell(Site.CHECKOUT, Map.of("GRID_NO_GRIDFTP", "1"))
        .run(PATIENCE, script, keys.toString())
        .succeeded();
    return keys;
  }
}
