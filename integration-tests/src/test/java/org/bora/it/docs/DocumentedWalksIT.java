package org.bora.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What pages tell a reader to paste does what they say, on a site that runs: each block as it
 * stands in the page. Which blocks these are is said in run-by.tsv of the launcher's tests.
 */
class DocumentedWalksIT {
  private static final String RUNNER =
      "integration-tests/src/test/java/org/bora/it/docs/DocumentedWalksIT.java";

  private static final String BY_SOCKET = "curl --unix-socket";

  /** A durable file whose life has ended. */
  private static final String OVER = "/testvo/over";

  private static WalkedSite site;
  private static Path desk;
  private static Path grid;
  private static Path home;

  @BeforeAll
  static void up() throws IOException {
    site = WalkedSite.up();
    desk = site.desk().directory();
    home = site.home();
    grid = home.resolve("grid");
  }

  @AfterAll
  static void down() throws IOException {
    if (site != null) {
      site.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> everyCommandOfThePageSucceeds() throws Exception {
    Shell shell = site.shell();
    site.durable(OVER);
    List<Walk> first =
        List.of(
            tape(),
            space(),
            http(),
            tapeRest(),
            publish(),
            recallTable(),
            attribute(),
            lifetimes(),
            permissions(),
            dump(),
            audit(),
            tapeScript(),
            guide(),
            hostCertificate(),
            copiesOfTheHostCertificate(),
            letAVoIn(),
            administrators(),
            bySocket("docs/operate/admin.md", "serving"),
            metrics(),
            bySocket("docs/operate/observability.md", "bora_build_info"),
            alerts());
    // its last command ends the site
    return Stream.concat(first.stream(), Stream.of(firstSteps()))
        .map(walk -> DynamicTest.dynamicTest(walk.page(), () -> walk.run(shell, desk)));
  }

  private static Walk page(String page) {
    return Walk.of(page, RUNNER);
  }

  private static Walk firstSteps() {
    return page("README.md").with("/tmp/", desk + "/").answering("hello");
  }

  private static Walk tape() {
    return page("docs/operate/tape.md")
        .with("/tmp/", desk + "/")
        .answering("NEARLINE", "tapes", "area testvo-d0t1: ");
  }

  private static Walk space() {
    return page("docs/operate/space.md").answering("SRM_SUCCESS", "unusedsize", "promised");
  }

  private static Walk http() {
    return page("docs/operate/http.md").answering("by-http", "Digest: adler32=");
  }

  private static Walk tapeRest() {
    return page("docs/operate/tape-rest.md").answering("READY", "\"locality\":\"DISK_AND_TAPE\"");
  }

  private static Walk publish() {
    return page("docs/operate/publish.md")
        .with("/var/www/html/", desk + "/")
        .with("/var/spool/bora/", desk + "/");
  }

  /** With a file that waits for the puller. */
  private static Walk recallTable() throws IOException {
    String waiting =
        """
        head -c 2M /dev/urandom > run1
        gfal-copy "file://$PWD/run1" %s
        until curl -s --capath $X509_CERT_DIR -H "Authorization: Bearer $(cat gemss.tokens)" \
          https://%s/v1/tasks | grep migrate; do sleep 0.2; done
        """
            .formatted(site.surl("/gemss/run1"), site.board());
    return page("docs/operate/recall-table.md")
        .before("(umask", waiting)
        .with("/etc/bora/", desk + "/")
        .with("se.example.org:8447", site.board())
        .with("/etc/grid-security/certificates", "$X509_CERT_DIR")
        .with("./puller.py", Site.CHECKOUT.resolve("docs/operate/recall-table/puller.py"))
        // it goes on for ever without
        .with("/archive", Files.createDirectories(desk.resolve("archive")) + " --once")
        .answering("\"state\":\"waiting\"", "\"answer\":\"accepted\"");
  }

  private static Walk attribute() {
    return page("docs/operate/lifetimes.md")
        .only("getfattr")
        .with("/gpfs/scratch/run7", home.resolve("data" + OVER))
        .answering("type=DURABLE");
  }

  private static Walk lifetimes() {
    Path log = home.resolve("log/bora.log");
    return page("docs/operate/lifetimes.md")
        .without("getfattr")
        .before("grep", "until grep 'durable file' %s; do sleep 0.2; done".formatted(log))
        .with("bora.log", log)
        .with("'scratch'", "'testvo'")
        .answering("ended_told", "over\tDURABLE");
  }

  /** With a user's copies to and from the areas of this site. */
  private static Walk guide() throws IOException {
    return page("docs/operate/guide.md")
        .with("se.example.org:8444/myvo-tape", site.endpoint() + "/testvo-d0t1")
        .with("se.example.org:8444/myvo", site.endpoint() + "/testvo")
        .with("/myvo/Role", "/testvo/Role")
        .with("/tmp/", desk + "/")
        .with("/etc/bora/bora.yaml", home.resolve("bora.yaml"))
        .answering("first", "ALLOWED", "no mistakes", "stolen key", "tapes", "serving");
  }

  private static Walk permissions() throws IOException {
    return page("docs/operate/permissions.md")
        .with("g:atlas:", "g:100:")
        .with("/data/atlas", Files.createDirectories(desk.resolve("shared")));
  }

  private static Walk dump() {
    return page("docs/operate/upgrade.md");
  }

  private static Walk audit() {
    return page("docs/reference/audit.md")
        .before(
            "./bora audit",
            "gfal-copy file:///etc/hostname $BORA_SURL/seen; gfal-rm $BORA_SURL/seen")
        .with("*/data/run7", "*/testvo/seen")
        .with("2026-11-20", "2001-01-01")
        .with("audit-bora*", home.resolve("log") + "/audit-bora*")
        .answering("srmPrepareToPut", "srmRm");
  }

  /** With the stand-in of the vendor's client. */
  private static Walk tapeScript() {
    Path clients = Site.CHECKOUT.resolve("storage-classes/src/test/resources/tape-clients");
    return page("docs/operate/tape-scripts.md")
        .before(
            "echo",
            "mkdir tsm server; export STAND_IN=$PWD/server PATH=%s:$PATH".formatted(clients))
        .with("/var/spool/bora-tsm", desk.resolve("tsm"))
        .with("./tsm.py", Site.CHECKOUT.resolve("docs/operate/tape-scripts/tsm.py"))
        .answering("\"report\"");
  }

  private static Walk hostCertificate() throws IOException {
    return page("docs/howto/host-certificate.md")
        .before(
            "openssl",
            "mkdir copies; cp %1$s/hostcert.pem new-hostcert.pem; cp %1$s/hostkey.pem new-hostkey.pem"
                .formatted(grid.resolve("host")))
        .with("-o bora -g bora ", "")
        .with("/etc/grid-security/bora/", desk.resolve("copies") + "/")
        .with("/etc/grid-security/", grid.resolve("host") + "/")
        .with("se.example.org:8444", site.endpoint())
        .answering("DNS:localhost", "notAfter=");
  }

  private static Walk copiesOfTheHostCertificate() throws IOException {
    return page("docs/operate/install.md")
        .with("-o bora -g bora ", "")
        .with("/etc/grid-security/bora/", Files.createDirectories(desk.resolve("own")) + "/")
        .with("/etc/grid-security/host", grid.resolve("host") + "/host");
  }

  private static Walk letAVoIn() {
    return page("docs/howto/vo.md")
        .with("/etc/grid-security/vomsdir", grid.resolve("vomsdir"))
        .with("/etc/bora/bora.yaml", home.resolve("bora.yaml"));
  }

  private static Walk administrators() throws Exception {
    String first = "$(bora bans --json | jq -r '.ordered[0].id')";
    return asAlice(
            page("docs/operate/admin.md").without(BY_SOCKET),
            "me.pem",
            "me-key.pem",
            "admin-ca.pem")
        .with("backend1.example.org:8448", site.administrators())
        .with("srm://se.example.org/atlas/raw/run7", site.surl("/testvo/run7"))
        .with("0193...", site.leftPut("/testvo/run7"))
        .with("lift ID", "lift " + first)
        .answering("LOCKED by request", "stolen key", "/v1/requests");
  }

  private static Walk bySocket(String page, String answer) {
    return page(page).only(BY_SOCKET).with("DIR/", home + "/").answering(answer);
  }

  private static Walk metrics() {
    return asAlice(
            page("docs/operate/observability.md").only("curl --cert"),
            "robot-cert.pem",
            "robot-key.pem",
            "grid-ca.pem")
        .with("be1.example.org:8448", site.administrators())
        .answering("bora_");
  }

  private static Walk alerts() {
    return page("docs/operate/observability.md")
        .only("promtool")
        .with("alerts.yaml", Site.CHECKOUT.resolve("docs/observe/alerts.yaml"))
        .answering("SUCCESS");
  }

  private static Walk asAlice(Walk walk, String certificate, String key, String authority) {
    return walk.with(certificate, grid.resolve("users/alice.pem"))
        .with(key, grid.resolve("users/alice.key"))
        .with(authority, grid.resolve("ca/ca.pem"));
  }
}
