package org.bora.it.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.PeerCredentials;
import org.bora.backend.testing.FreePort;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.bora.server.trace.TraceCollector;

/**
 * A site with something of everything to tell: two files on disk, one on tape, a reservation; with
 * an administrators' port, of which Bob is a reader, and a collector of traces.
 */
final class TellingSite implements AutoCloseable {
  static final int RESERVED = 200_000_000;

  /** Bytes of each file. */
  static final int SIZE = 3_000_017;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private final TraceCollector collector;
  private final int adminPort;
  private final Site site;

  private TellingSite(TraceCollector collector, int adminPort, Site site) {
    this.collector = collector;
    this.adminPort = adminPort;
    this.site = site;
  }

  static TellingSite up() throws Exception {
    TraceCollector collector = TraceCollector.listen();
    int adminPort = FreePort.find();
    String configuration = configuration(collector.endpoint(), adminPort);
    Site site = Site.up("publish", configuration, "data/disk", "data/tape", "data/open");
    TellingSite telling = new TellingSite(collector, adminPort, site);
    try {
      telling.fill();
      return telling;
    } catch (Exception | Error e) {
      telling.close();
      throw e;
    }
  }

  private static String configuration(URI collector, int adminPort) {
    return """
        try-grid: true
        endpoint: {host: localhost, address: 127.0.0.1, port: auto}
        credentials:
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          trust: grid/certificates
          vomsdir: grid/vomsdir
        database: {embedded: true, read-connections: 1}   # as few as there may be: the schema is made all the same
        mapping: {grid-mapfile: grid/gridmap, allow-root: true}
        gridftp: {run: true, address: 127.0.0.1, port: auto, serve: data}
        site:
          name: TEST-SITE
          quality: testing
          shares: [{area: tape, tape-size: 5GiB}]
        areas:
          - name: disk
            sfn: /disk
            root: data/disk
            size: 1GiB
            reservations: {allowed: true}
            rules: [allow all to vo testvo, 'allow read to vo atlas']
          - name: tape
            sfn: /tape
            root: data/tape
            size: 100MiB
            class: d0t1
            library: tapes
            rules: [allow all to fqan /testvo]
          - name: open
            sfn: /open
            root: data/open
            rules: [allow all to anyone]
        tape:
          libraries: [{name: tapes, driver: virtual, virtual: {volumes: 2, volume-size: 256MiB}}]
          migration: {max-age: 0s, check: 1s, lease: 15s, retry-first: 5s}
        metrics: {gather-every: 5s}
        sweep: {interval: 1h}
        tracing: {endpoint: '%s', ratio: 1}
        admin:
          port: %d
          ca: grid/ca/ca.pem
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          readers: [/DC=test/DC=grid/OU=people/CN=Bob Test]
        """
        .formatted(collector, adminPort);
  }

  private void fill() throws Exception {
    put("/disk/a");
    put("/disk/b");
    put("/tape/c");
    run(gfal("gfal-archivepoll"), "--polling-timeout", "60", surl("/tape/c"));
    reserve();
  }

  Site site() {
    return site;
  }

  TraceCollector collector() {
    return collector;
  }

  String surl(String path) throws IOException {
    return "srm://" + site.endpoint() + path;
  }

  /** The answer of the administrators' port to Bob. */
  String askedByReader(String path) throws Exception {
    Path grid = Path.of(site.environment().get("GRID"));
    PeerFiles bob =
        new PeerFiles(
            grid.resolve("ca/ca.pem"),
            grid.resolve("users/bob.pem"),
            grid.resolve("users/bob.key"));
    URI uri = URI.create("https://localhost:" + adminPort + path);
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(PeerCredentials.ofFrontend(bob).context()).build()) {
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer.body());
      return answer.body();
    }
  }

  /** A command of a user; returns what it said. */
  String run(String command, String... words) {
    return site.shell()
        .with("HOME", site.home().toString())
        .run(PATIENCE, "bash", "-c", command + " " + String.join(" ", words))
        .succeeded()
        .output();
  }

  private static String gfal(String command) {
    return "'" + Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort") + "' " + command;
  }

  private void put(String path) throws IOException {
    Path source = Files.write(site.home().resolve("source"), new byte[SIZE]);
    run(gfal("gfal-copy"), "file://" + source, surl(path));
  }

  private void reserve() throws Exception {
    try (SrmClient client = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      SrmClient.Answer answer =
          client.call(
              "srmReserveSpace",
              "<retentionPolicyInfo><retentionPolicy>REPLICA</retentionPolicy></retentionPolicyInfo>"
                  + "<desiredSizeOfGuaranteedSpace>"
                  + RESERVED
                  + "</desiredSizeOfGuaranteedSpace>");
      assertEquals("SRM_SUCCESS", answer.code(), answer.body());
    }
  }

  @Override
  public void close() throws IOException {
    collector.close();
    site.close();
  }
}
