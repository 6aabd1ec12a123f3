package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.SplitSite;
import org.junit.jupiter.api.Test;

/** The same checks with frontend and backend as two processes; a subclass chooses the database. */
abstract class SplitMatrix {

  @Test
  void everyRealClientCheckPassesSplit(Schemas schemas) throws IOException {
    Path log =
        Files.createDirectories(Path.of("target", "matrix-" + getClass().getSimpleName()))
            .toAbsolutePath();
    try (SplitSite site = SplitSite.up(schemas.empty())) {
      Matrix.allPass(site.shell(), site.endpoint(), "/testvo", log);
    }
  }
}
