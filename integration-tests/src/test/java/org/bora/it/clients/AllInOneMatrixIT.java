package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;

class AllInOneMatrixIT {

  @Test
  void everyRealClientCheckPassesAllInOne() throws IOException {
    Path log = Files.createDirectories(Path.of("target", "matrix-all-in-one").toAbsolutePath());
    try (Site site = Site.up("matrix")) {
      Matrix.allPass(site.shell(), site.endpoint(), site.root(), log);
    }
  }
}
