package org.bora.it.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bora.api.peer.PeerFiles;
import org.bora.backend.testing.FreePort;
import org.bora.it.halves.Authority;
import org.bora.it.site.Site;
import org.bora.server.home.FirstConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Access keys and quotas on the page of a running site, in a real browser. */
class KeysPageIT {
  private static final String ALICE = "/DC=test/DC=grid/OU=people/CN=Alice Test";

  @TempDir static Path directory;

  private static Site site;
  private static ShownCertificate admin;
  private static Chromium browser;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        Files.isExecutable(Chromium.PROGRAM), Chromium.PROGRAM + " is not installed (chromium)");
    Authority authority = new Authority(directory, "admins");
    PeerFiles port = authority.host("localhost");
    int number = FreePort.find();
    String root = "    root: data/testvo\n";
    String areas = FirstConfiguration.text(FirstConfiguration.Kind.DISK);
    assertTrue(areas.contains(root), areas);
    String section =
        """
        admin:
          port: %d
          ca: %s
          certificate: %s
          key: %s
          admins: ['/DC=test/CN=admin']
        """
            .formatted(number, port.authorities(), port.certificate(), port.key());
    String quotas = root + "    quotas: {bytes-per-user: 10GiB, files-per-vo: 1000}\n";
    site = Site.up("keys-page", section + areas.replace(root, quotas), "data/testvo");
    admin = ShownCertificate.of(authority.host("admin"), number);
    browser = Chromium.start(Files.createDirectories(directory.resolve("browser")));
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable part : new AutoCloseable[] {browser, admin, site}) {
      if (part != null) {
        part.close();
      }
    }
  }

  private static void awaitText(String panel, String text) throws IOException {
    browser.awaitTrue(
        "document.querySelector('#" + panel + "')?.innerText.includes('" + text + "')");
  }

  private static void click(String selector) throws IOException {
    String thing = "document.querySelector('" + selector + "')";
    browser.awaitTrue(thing + " !== null && !" + thing + ".disabled");
    browser.ask(thing + ".click()");
  }

  /** The button of the one key that there is, what it asks about, and what it has said. */
  private static void order(String button) throws IOException {
    click("#keys td.act button" + button);
    click("dialog.small[open] button.danger");
    browser.awaitTrue("document.querySelector('dialog[open] button').innerText === 'Close'");
    click("dialog[open] button");
  }

  @Test
  void anAdminTakesAnAccessKeyAway() throws IOException {
    String id = site.environment().get("AWS_ACCESS_KEY_ID");
    browser.open(admin.address() + "/");
    awaitText("keys", id);
    awaitText("keys", ALICE);
    awaitText("keys", "enabled");
    order(":not(.danger)");
    awaitText("keys", "disabled");
    order(":not(.danger)");
    awaitText("keys", "enabled");
    order(".danger");
    awaitText("keys", "There are no access keys");
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void aLinkOpensThePageOnceAndWithoutACertificate() throws IOException {
    String said =
        site.bora("page", "--json", "--home", site.home().toString()).succeeded().output();
    String link = JsonMapper.shared().readTree(said).path("url").asString();
    browser.open(link);
    awaitText("quotas", "1,000");
    browser.awaitTrue("location.hash === ''");
    assertEquals(List.of(), browser.complaints());

    // another browser, of which this one knows nothing
    browser.ask("sessionStorage.clear()");
    browser.open("about:blank");
    browser.open(link);
    browser.awaitTrue("document.body.innerText.includes('bora page')");
  }

  @Test
  void quotasAreShownAndHowMuchOfThemAUserHas() throws IOException {
    Path source = Files.writeString(directory.resolve("source"), "12345");
    site.shell()
        .run(
            Duration.ofMinutes(1),
            Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString(),
            "gfal-copy",
            "file://" + source,
            site.environment().get("BORA_SURL") + "/used")
        .succeeded();
    browser.open(admin.address() + "/");
    browser.awaitTrue(
        "[...document.querySelectorAll('#quotas tbody td')].some(cell => cell.innerText.trim() ==="
            + " 'VO')");
    awaitText("quotas", "1,000");
    String form = "document.querySelector('#quotas form')";
    browser.ask(form + ".dn.value = '" + ALICE + "'");
    browser.ask(form + ".vo.value = 'testvo'");
    click("#quotas form button");
    awaitText("quotas", "5 B");
    awaitText("quotas", ALICE);
    assertEquals(List.of(), browser.complaints());
  }
}
