package org.bora.it.conformance;

import java.io.IOException;
import java.nio.file.Path;
import org.bora.it.site.Site;

/**
 * Where the tables are played.
 *
 * @param endpoint of SRM, HOST:PORT
 * @param gridftp of the site's GridFTP server, HOST:PORT
 * @param home of the site; {@code data/AREA} below it is the root of an area, {@code tapes/LIBRARY}
 *     a tape library
 * @param data root of the first area, as the server's machine sees it
 */
record Ground(String endpoint, String gridftp, Path home, Path data) {

  static Ground of(Site site, String firstArea) throws IOException {
    return new Ground(
        site.endpoint(),
        "localhost:" + site.portOf("gridftp"),
        site.home(),
        site.home().resolve(firstArea));
  }
}
