package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;

/** gfal2, davix, curl, xrdcp and rclone over HTTP; third-party copies are with a second Bora. */
class HttpMatrixIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Test
  void everyRealClientCheckPassesOverHttp() throws IOException {
    Path log = Files.createDirectories(Path.of("target", "matrix-http").toAbsolutePath());
    try (Site site = Site.up("http-matrix");
        Site other = Site.beside(site, "http-matrix-other")) {
      String scope = "storage.read:/ storage.modify:/";
      String bora = Site.CHECKOUT.resolve("bora").toString();
      String token =
          site.shell()
              .run(PATIENCE, bora, "token", "--home", site.home().toString(), "--scope", scope)
              .succeeded()
              .output()
              .strip();
      Matrix.allPass(
          site.shell().with("TOKEN", token),
          "http-matrix",
          85,
          log,
          site.environment().get("BORA_HTTP"),
          site.root(),
          "https://localhost:" + other.portOf("http") + "/testvo");
    }
  }
}
