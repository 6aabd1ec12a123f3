package org.bora.it.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.bora.backend.testing.FreePort;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;

/**
 * The site of a reader: what {@code ./bora up --tape} makes, and what pages add to it: a size and
 * reservations, a library with a puller, an administrators' port of which Alice is one, the name of
 * the site.
 */
final class WalkedSite implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Desk desk;
  private final int pullers;
  private final int administrators;
  private final Site site;

  private WalkedSite(Desk desk, int pullers, int administrators) throws IOException {
    this.desk = desk;
    this.pullers = pullers;
    this.administrators = administrators;
    this.site =
        Site.up(
            "walked",
            configuration(desk.write("gemss.tokens", "0123456789abcdef0123456789abcdef\n", false)),
            "data/testvo",
            "data/testvo-d0t1",
            "data/gemss");
  }

  static WalkedSite up() throws IOException {
    Desk desk = Desk.make();
    try {
      WalkedSite walked = new WalkedSite(desk, FreePort.find(), FreePort.find());
      walked.desk.database(
          walked.site.portOf("database"),
          "bora",
          Files.readString(walked.home().resolve("database/password")).strip());
      return walked;
    } catch (IOException | RuntimeException | Error e) {
      desk.close();
      throw e;
    }
  }

  private String configuration(Path tokens) {
    return """
        try-grid: true
        endpoint: {host: localhost, address: 127.0.0.1, port: auto, http-port: auto}
        credentials:
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          trust: grid/certificates
          vomsdir: grid/vomsdir
        tokens:
          issuers:
            - {issuer: "https://localhost/try-issuer", vo: testvo, base: [/], keys: grid/tokens/keys.json}
        database: {embedded: true}
        mapping: {grid-mapfile: grid/gridmap, allow-root: true}
        gridftp: {run: true, address: 127.0.0.1, port: auto, serve: data}
        site: {name: WALKED-SITE, shares: [{area: testvo-d0t1, tape-size: 1GiB}, {area: gemss, tape-size: 1GiB}]}
        areas:
          - name: testvo
            sfn: /testvo
            root: data/testvo
            size: 1GiB
            reservations: {allowed: true}
            file-types: [permanent, durable, volatile]
            rules: [allow all to vo testvo]
          - name: testvo-d0t1
            sfn: /testvo-d0t1
            root: data/testvo-d0t1
            class: d0t1
            library: tapes
            size: 20MiB
            buffer: {high: 60, low: 30}
            rules: [allow all to vo testvo]
          - name: gemss
            sfn: /gemss
            root: data/gemss
            class: d1t1
            library: gemss
            size: 100MiB
            rules: [allow all to vo testvo]
        tape:
          libraries:
            - {name: tapes, driver: virtual, virtual: {volumes: 5, volume-size: 256MiB}}
            - name: gemss
              driver: recall-table
              recall-table:
                host: 127.0.0.1
                port: %d
                tokens: %s
                certificate: grid/host/hostcert.pem
                key: grid/host/hostkey.pem
                look: 100ms
          migration: {max-age: 1s, check: 1s, lease: 15s, retry-first: 5s}
          recall: {gather: 0s, retry-first: 5s, cost-of-mount: 1s, cost-of-file: 0s}
          buffer-check: 1s
          drive-lease: 10s
        sweep: {interval: 1s}
        admin:
          port: %d
          ca: grid/ca/ca.pem
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          admins: [/DC=test/DC=grid/OU=people/CN=Alice Test]
        """
        .formatted(pullers, tokens, administrators);
  }

  Path home() {
    return site.home();
  }

  Desk desk() {
    return desk;
  }

  String surl(String path) throws IOException {
    return "srm://" + site.endpoint() + path;
  }

  /** HOST:PORT where pullers fetch their work. */
  String board() {
    return "localhost:" + pullers;
  }

  /** HOST:PORT that administrators ask. */
  String administrators() {
    return "localhost:" + administrators;
  }

  /** HOST:PORT of SRM. */
  String endpoint() throws IOException {
    return site.endpoint();
  }

  /** The shell of somebody who has the environment that {@code bora env} prints. */
  Shell shell() {
    Map<String, String> environment = new HashMap<>(site.environment());
    environment.put("BORA_HOME", home().toString());
    environment.put("SSL_CERT_DIR", environment.get("X509_CERT_DIR"));
    return desk.shell(environment);
  }

  /** Begins to write a file; returns the token of the request, which nobody ends. */
  String leftPut(String path) throws Exception {
    return put(path, "").element("requestToken");
  }

  /** Writes a file that lives for a second after that. */
  void durable(String path) throws Exception {
    SrmClient.Answer put =
        put(
            path,
            "<desiredFileLifeTime>1</desiredFileLifeTime>"
                + "<desiredFileStorageType>DURABLE</desiredFileStorageType>");
    shell()
        .run(PATIENCE, "globus-url-copy", "file:///etc/hostname", put.element("transferURL"))
        .succeeded();
    String done =
        call(
                "srmPutDone",
                "<requestToken>%s</requestToken><arrayOfSURLs><urlArray>%s</urlArray></arrayOfSURLs>"
                    .formatted(put.element("requestToken"), surl(path)))
            .code();
    assertEquals("SRM_SUCCESS", done);
  }

  private SrmClient.Answer put(String path, String fields) throws Exception {
    return call(
        "srmPrepareToPut",
        "<arrayOfFileRequests><requestArray><targetSURL>%s</targetSURL></requestArray></arrayOfFileRequests>%s"
            .formatted(surl(path), fields));
  }

  private SrmClient.Answer call(String operation, String fields) throws Exception {
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      return client.call(operation, fields);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      site.close();
    } finally {
      desk.close();
    }
  }
}
