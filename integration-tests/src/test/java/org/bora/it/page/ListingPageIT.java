package org.bora.it.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.it.load.HeldConnections;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory as a person sees it who goes there with a browser. */
class ListingPageIT {
  private static final Path PICTURES = Path.of("target", "pictures");

  @TempDir private Path directory;

  @Test
  void aBrowserShowsADirectoryAndRunsNothingThatANameSays() throws Exception {
    assumeTrue(
        Files.isExecutable(Chromium.PROGRAM), Chromium.PROGRAM + " is not installed (chromium)");
    Files.createDirectories(PICTURES);
    try (Site site = Site.up("listing")) {
      Path files = site.home().resolve("data/testvo");
      Files.createDirectories(files.resolve("run 7"));
      Files.write(files.resolve("run 7/ä&b.root"), new byte[1234]);
      Files.writeString(files.resolve("<script>document.title='hit'<%2Fscript>"), "x");
      Files.writeString(files.resolve("'\"><img src=x onerror=document.title='hit'>"), "x");
      var alice = new PEMCredential(site.proxy("alice-voms").toString(), (char[]) null);
      try (ShownCertificate shown =
              ShownCertificate.of(HeldConnections.tls(alice.getKeyManager()), site.portOf("http"));
          Chromium browser =
              Chromium.start(Files.createDirectories(directory.resolve("browser")))) {
        browser.size(1000, 600);
        browser.open(shown.address() + "/testvo/");
        assertEquals("testvo/", browser.ask("document.title").asString());
        assertEquals(5, browser.ask("document.querySelectorAll('tr').length").asInt());
        assertEquals(0, browser.ask("document.querySelectorAll('img,script').length").asInt());
        browser.picture(PICTURES.resolve("http-listing.png"), true);

        browser.ask(
            "[...document.querySelectorAll('a')].find(a => a.innerText === 'run 7/').click()");
        browser.awaitTrue("document.title === 'run 7/'");
        assertEquals(
            "ä&b.root 1234",
            browser
                .ask(
                    "[...document.querySelectorAll('td')].slice(1, 3).map(c => c.innerText).join(' ')")
                .asString());
        assertEquals(List.of(), browser.complaints());
      }
    }
  }
}
