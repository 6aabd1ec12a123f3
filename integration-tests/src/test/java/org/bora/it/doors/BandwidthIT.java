package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bora.it.load.HeldConnections;
import org.bora.it.site.Await;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Callers of a running server share its bandwidth, whatever the number of their connections. */
class BandwidthIT {
  private static final int CONNECTIONS_OF_ALICE = 5;
  private static final long SIZE = 1L << 30;

  /** A second of the limit and more. */
  private static final long ENOUGH = 8L << 20;

  private static Site site;
  private static HttpClient alice;
  private static HttpClient bob;

  private final List<AutoCloseable> running = new ArrayList<>();

  @BeforeAll
  static void up() throws Exception {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    String configuration =
        Files.readString(Site.CHECKOUT.resolve(first))
            + """

            admission:
              transfers: {most: 16, bandwidth: 12MiB}
            """;
    site = Site.up("bandwidth", configuration, "data/testvo");
    try (RandomAccessFile file =
        new RandomAccessFile(site.home().resolve("data/testvo/large").toFile(), "rw")) {
      file.setLength(SIZE);
    }
    alice = client("alice-voms");
    bob = client("bob-voms");
  }

  private static HttpClient client(String name) throws Exception {
    PEMCredential proxy = new PEMCredential(site.proxy(name).toString(), (char[]) null);
    return HttpClient.newBuilder()
        .sslContext(HeldConnections.tls(proxy.getKeyManager()))
        .version(HttpClient.Version.HTTP_1_1)
        .build();
  }

  @AfterAll
  static void down() throws Exception {
    for (AutoCloseable part : new AutoCloseable[] {alice, bob, site}) {
      if (part != null) {
        part.close();
      }
    }
  }

  @AfterEach
  void endAll() throws Exception {
    for (AutoCloseable each : running) {
      each.close();
    }
    Await.until("transfers end", () -> transfers().isEmpty());
  }

  private static URI uri(String path) throws IOException {
    return URI.create(site.environment().get("BORA_HTTP")).resolve(path);
  }

  private void download(HttpClient client) throws Exception {
    InputStream body =
        client
            .send(
                HttpRequest.newBuilder(uri("/testvo/large")).build(), BodyHandlers.ofInputStream())
            .body();
    running.add(body);
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    body.transferTo(OutputStream.nullOutputStream());
                  } catch (IOException closed) {
                    // as the test ends it
                  }
                });
    running.add(reader::join);
  }

  private void upload(HttpClient client, int number) throws Exception {
    BodyPublisher body =
        BodyPublishers.fromPublisher(
            BodyPublishers.ofInputStream(
                () -> {
                  try {
                    return Files.newInputStream(site.home().resolve("data/testvo/large"));
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                }),
            SIZE);
    var answer =
        client.sendAsync(
            HttpRequest.newBuilder(uri("/testvo/up" + number)).PUT(body).build(),
            BodyHandlers.discarding());
    running.add(() -> answer.cancel(true));
  }

  /** Bytes that the server has moved, by the caller's name. */
  private static Map<String, Long> transfers() {
    JsonNode all =
        JsonMapper.shared()
            .readTree(
                site.bora("transfers", "--json", "--home", site.home().toString())
                    .succeeded()
                    .output());
    Map<String, Long> moved = new HashMap<>();
    for (JsonNode one : all.path("transfers")) {
      String name = one.path("caller").asString().toLowerCase(Locale.ROOT);
      moved.merge(name.contains("alice") ? "alice" : "bob", one.path("bytes").asLong(), Long::sum);
    }
    return moved;
  }

  /** Compares what they move from the moment that all of them move something. */
  private static void assertShared() {
    Map<String, Long> before = awaitBytes(Map.of("alice", 0L, "bob", 0L));
    Map<String, Long> after = awaitBytes(before);
    double ofAlice = after.get("alice") - before.get("alice");
    double ofBob = after.get("bob") - before.get("bob");
    String moved = before + " then " + after;
    assertTrue(ofAlice < 1.5 * ofBob, moved);
    assertTrue(ofBob < 1.5 * ofAlice, moved);
  }

  /** What both have moved when both have moved enough since. */
  private static Map<String, Long> awaitBytes(Map<String, Long> since) {
    Map<String, Long> moved = new HashMap<>();
    Await.until(
        "both move enough",
        () -> {
          moved.putAll(transfers());
          return since.keySet().stream()
              .allMatch(name -> moved.getOrDefault(name, 0L) - since.get(name) > ENOUGH);
        });
    return moved;
  }

  @Test
  void downloadsShareByCaller() throws Exception {
    for (int n = 0; n < CONNECTIONS_OF_ALICE; n++) {
      download(alice);
    }
    download(bob);
    assertShared();
  }

  @Test
  void uploadsShareByCaller() throws Exception {
    for (int n = 0; n < CONNECTIONS_OF_ALICE; n++) {
      upload(alice, n);
    }
    upload(bob, CONNECTIONS_OF_ALICE);
    assertShared();
  }
}
