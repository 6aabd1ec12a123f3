package org.bora.it.clients;

import java.io.IOException;
import java.nio.file.Path;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** HTTP in the process of SRM and backend. */
class HttpDoorIT extends HttpMatrix {
  private static Site site;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("http");
    at(
        new Place(
            site.environment().get("BORA_HTTP"),
            site.environment().get("BORA_SURL"),
            site.home().resolve("data/testvo"),
            Path.of(site.environment().get("X509_CERT_DIR")),
            name -> site.proxy(name).toString(),
            site.shell()));
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }
}
