package org.bora.it.page;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.bora.api.peer.PeerFiles;
import org.bora.backend.testing.FreePort;
import org.bora.it.halves.Authority;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.bora.server.home.FirstConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of a running site in a real browser, for tests that use it as administrators do: the
 * site has an area on disk and one on tape, and before each test a little load.
 */
abstract class OnAdminPage {
  static final Path PICTURES = Path.of("target", "pictures");

  /** How many panels have no answer yet. */
  static final String ASKED =
      "[...document.querySelectorAll('.panel')].filter(panel => panel.innerText.includes('asking"
          + " …')).length === %d";

  static final String OPEN_LINK = "#requests tbody a[href^=\"#request=\"]";

  @TempDir static Path directory;

  static Site site;
  static ShownCertificate reader;
  static ShownCertificate admin;
  static Chromium browser;

  @BeforeAll
  static void start(TestInfo which) throws Exception {
    assumeTrue(
        Files.isExecutable(Chromium.PROGRAM), Chromium.PROGRAM + " is not installed (chromium)");
    Authority authority = new Authority(directory, "admins");
    PeerFiles port = authority.host("localhost");
    int number = FreePort.find();
    site = Site.up(which.getDisplayName().toLowerCase(Locale.ROOT), configuration(port, number));
    reader = ShownCertificate.of(authority.host("reader"), number);
    admin = ShownCertificate.of(authority.host("admin"), number);
    browser = Chromium.start(Files.createDirectories(directory.resolve("browser")));
    Files.createDirectories(PICTURES);
  }

  private static String configuration(PeerFiles port, int number) throws IOException {
    return """
    admin:
      port: %d
      ca: %s
      certificate: %s
      key: %s
      readers: ['/DC=test/CN=reader']
      admins: ['/DC=test/CN=admin']
    """
            .formatted(number, port.authorities(), port.certificate(), port.key())
        + FirstConfiguration.text(FirstConfiguration.Kind.TAPE)
            .replace("    size: 100MiB\n", "    size: 100MiB\n    reservations: {allowed: true}\n");
  }

  @AfterAll
  static void stop() throws IOException {
    for (AutoCloseable part : new AutoCloseable[] {browser, reader, admin, site}) {
      if (part != null) {
        try {
          part.close();
        } catch (Exception failure) {
          throw new IOException(failure);
        }
      }
    }
  }

  @BeforeEach
  void withALittleLoad() throws Exception {
    browser.prefer("light");
    browser.size(1400, 900);
    try (SrmClient alice = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      for (int i = 0; i < 20; i++) {
        SrmClient.Answer answer = alice.call("srmPing", "");
        assertNotEquals("", answer.element("versionInfo"), answer::body);
      }
      alice.call(
          "srmLs", "<arrayOfSURLs><urlArray>" + path("/testvo") + "</urlArray></arrayOfSURLs>");
      alice.call(
          "srmRm",
          "<arrayOfSURLs><urlArray>" + path("/testvo/none") + "</urlArray></arrayOfSURLs>");
      alice.call(
          "srmPrepareToPut",
          "<arrayOfFileRequests><requestArray><targetSURL>"
              + path("/testvo/put-" + System.nanoTime())
              + "</targetSURL><expectedFileSize>1000000</expectedFileSize></requestArray></arrayOfFileRequests>");
    }
  }

  static String path(String name) throws IOException {
    return "srm://" + site.endpoint() + name;
  }

  /** With every panel answered, and what the load of this test made among them. */
  static void open(ShownCertificate who) throws IOException {
    browser.open(who.address() + "/");
    browser.awaitTrue("document.querySelector('" + OPEN_LINK + "') !== null");
    browser.awaitTrue("document.querySelector('#calls tbody tr') !== null");
    browser.awaitTrue(ASKED.formatted(0));
  }

  /** The cells of the rows of a panel whose first one is this. */
  static String row(String panel, String first) {
    return "[...document.querySelectorAll('#%s tbody tr')].map(r => [...r.children].map(c => c.innerText.trim())).find(r => r[0].startsWith('%s'))"
        .formatted(panel, first);
  }

  /** Waits until an element that matches can be clicked, as a user would. */
  static void click(String selector) throws IOException {
    String thing = "document.querySelector('" + selector + "')";
    browser.awaitTrue(thing + " !== null && !" + thing + ".disabled");
    browser.ask(thing + ".click()");
  }

  /** What was asked is answered, and read. */
  static void close(String dialog) throws IOException {
    browser.awaitTrue(
        "document.querySelector('" + dialog + "[open] button').innerText === 'Close'");
    click(dialog + "[open] button");
    browser.awaitTrue("document.querySelector('" + dialog + "') === null");
  }

  /** What axe-core finds: roles, names, order of headings, contrasts of text. */
  static List<String> findings() throws IOException {
    browser.ask(axe() + "; true");
    String run =
        "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.flatMap("
            + "one => one.nodes.map(node => one.id + ' ' + node.target.join(' ') + ' ' +"
            + " node.failureSummary)))";
    return browser.ask(run).valueStream().map(one -> one.asString()).toList();
  }

  private static String axe() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = resource("/META-INF/maven/org.webjars.npm/axe-core/pom.properties")) {
      properties.load(in);
    }
    String version = properties.getProperty("version");
    try (InputStream in =
        resource("/META-INF/resources/webjars/axe-core/" + version + "/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(OnAdminPage.class.getResourceAsStream(name), name);
  }
}
