package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bora.backend.testing.Schemas;
import org.bora.it.observe.OneTrace;
import org.bora.it.site.SplitSite;
import org.bora.server.trace.TraceCollector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The same checks with frontend and backend as two processes, all calls traced; a subclass chooses
 * the database.
 */
abstract class SplitMatrix {
  private static TraceCollector collector;
  private static SplitSite site;

  @BeforeAll
  static void up(Schemas schemas) throws IOException {
    collector = TraceCollector.listen();
    site = SplitSite.traced(schemas.empty(), collector.endpoint());
  }

  @AfterAll
  static void down() throws IOException {
    collector.close();
    if (site != null) {
      site.close();
    }
  }

  @Test
  void everyRealClientCheckPassesSplit() throws IOException {
    Path log =
        Files.createDirectories(Path.of("target", "matrix-" + getClass().getSimpleName()))
            .toAbsolutePath();
    Matrix.allPass(site.shell(), site.endpoint(), "/testvo", log);
  }

  @Test
  void aCallIsOneTraceThroughBothProcessesToTheDatabase() throws Exception {
    OneTrace.ofAPut(
        collector,
        site.port(),
        site.proxy("alice-voms"),
        "srm://" + site.endpoint() + "/testvo/traced",
        "bora-frontend",
        "bora-backend");
  }
}
