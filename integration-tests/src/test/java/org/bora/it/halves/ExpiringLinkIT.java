package org.bora.it.halves;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.api.Backend;
import org.bora.api.Functions;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.PeerCredentials;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.LinkBounds;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.Witnesses;
import org.bora.backend.testing.FreePort;
import org.bora.it.site.Await;
import org.bora.it.site.HalfProcess;
import org.bora.it.site.Keys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Metrics and status tell when the certificates of the link and of the administrators' port expire,
 * as they are loaded now.
 */
@Timeout(180)
class ExpiringLinkIT {
  private static final Pattern EXPIRY =
      Pattern.compile("bora_trust_expiry_timestamp_seconds\\{what=\"(\\w+)\"\\} (\\S+)");
  private static final Duration TEN_DAYS = Duration.ofDays(10);
  private static final Duration TWENTY_DAYS = Duration.ofDays(20);

  @TempDir private Path directory;

  private final List<AutoCloseable> open = new ArrayList<>();
  private Authority authority;

  @BeforeEach
  void found() {
    authority = new Authority(directory, "authority");
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
  }

  @Test
  void aFrontendTellsThatItsLinkExpiresInTenDaysUntilItIsRenewed() throws Exception {
    PeerFiles link = authority.ending("frontend", TEN_DAYS);
    PeerFiles admin = authority.ending("localhost", TWENTY_DAYS);
    PeerFiles robot = authority.ending("robot", TEN_DAYS.plusDays(1));
    int port = FreePort.find();
    HalfProcess frontend = frontend(link, admin, port);

    String told = metrics(robot, port);
    assertEquals(end(link), expiry(told, "link_certificate"));
    assertEquals(end(admin), expiry(told, "admin_certificate"));
    for (String authorities : List.of("link_authority", "admin_authority")) {
      assertEquals(end(link.authorities()), expiry(told, authorities));
    }
    assertTrue(expiry(told, "host_certificate").orElseThrow().isAfter(Instant.now()), told);
    assertEquals(end(robot), expiry(metrics(robot, port), "admin_client_certificate"));

    String warning = "warning: the link certificate expires in 9 d ";
    String status = frontend.bora("status").output();
    assertTrue(status.contains(warning), status);
    assertTrue(status.contains("warning: the admin client certificate expires in 10 d "), status);
    assertFalse(status.contains("the admin certificate"), status);
    assertTrue(frontend.bora("status", "--json").output().contains("\"link_certificate\""));

    PeerFiles renewed = authority.ending("frontend", TWENTY_DAYS);
    replace(link, renewed);
    Optional<Instant> later = end(link);
    Await.until(
        "the renewed certificate in the metrics",
        () -> expiry(metrics(robot, port), "link_certificate").equals(later));
    String after = frontend.bora("status").output();
    assertFalse(after.contains(warning), after);
  }

  @Test
  void aBackendTellsOfTheCertificatesThatItHasLoaded() throws Exception {
    PeerFiles files = authority.ending("localhost", TEN_DAYS);
    BackendServer server = backend(files);
    assertEquals(
        Map.of("link_certificate", end(files), "link_authority", end(files.authorities())),
        told(server));
    Files.writeString(
        files.authorities(),
        Files.readString(files.authorities()) + authority.list(certificate(files.certificate())));
    replace(files, authority.ending("localhost", TWENTY_DAYS));
    Optional<Instant> later = end(files);
    Await.until(
        "the renewed certificate and the list",
        () ->
            later.equals(told(server).get("link_certificate"))
                && told(server).containsKey("link_revocation_list"));
  }

  private static Map<String, Optional<Instant>> told(BackendServer server) {
    return server.certificates().stream()
        .collect(Collectors.toMap(CertificateEnd::what, each -> Optional.of(each.end())));
  }

  private BackendServer backend(PeerFiles files) throws Exception {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    open.add(threads::shutdownNow);
    open.add(timer::shutdownNow);
    Backend none = Functions.of(List.of());
    BackendServer server =
        BackendServer.overTls(
            new ServeSettings(
                "localhost",
                0,
                files,
                List.of("/DC=test/CN=frontend"),
                new LinkBounds(1 << 20, Duration.ofMinutes(1), LinkBounds.presetConnections()),
                Duration.ofMillis(100)),
            () -> none,
            Witnesses.none(Clock.systemUTC()),
            List::of,
            Clock.systemUTC(),
            threads,
            timer);
    open.add(server);
    return server.start();
  }

  /** Its backend is not there, which does not matter here. */
  private HalfProcess frontend(PeerFiles link, PeerFiles admin, int port) throws Exception {
    Path keys = Keys.inPlace();
    Path configuration =
        Files.writeString(
            directory.resolve("frontend.yaml"),
            """
            endpoint: {host: localhost, address: 127.0.0.1, port: %d}
            credentials:
              certificate: %s/host/hostcert.pem
              key: %2$s/host/hostkey.pem
              trust: %2$s/certificates
              vomsdir: %2$s/vomsdir
            link:
              authorities: %s
              certificate: %s
              key: %s
              retry-lost-backends: 200ms
              backends: ['localhost:%d']
            admin:
              port: %d
              ca: %s
              certificate: %s
              key: %s
              readers: ['CN=robot,DC=test']
            """
                .formatted(
                    FreePort.find(),
                    keys,
                    link.authorities(),
                    link.certificate(),
                    link.key(),
                    FreePort.find(),
                    port,
                    admin.authorities(),
                    admin.certificate(),
                    admin.key()));
    HalfProcess frontend = HalfProcess.start("frontend", configuration);
    open.add(frontend::stop);
    frontend.awaitReady();
    return frontend;
  }

  private static String metrics(PeerFiles robot, int port) throws Exception {
    URI uri = URI.create("https://localhost:" + port + "/metrics");
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(PeerCredentials.ofFrontend(robot).context()).build()) {
      HttpResponse<String> answer =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer.body());
      return answer.body();
    }
  }

  private static Optional<Instant> expiry(String metrics, String what) {
    for (Matcher sample = EXPIRY.matcher(metrics); sample.find(); ) {
      if (sample.group(1).equals(what)) {
        return Optional.of(Instant.ofEpochSecond((long) Double.parseDouble(sample.group(2))));
      }
    }
    return Optional.empty();
  }

  private static Optional<Instant> end(PeerFiles files) throws Exception {
    return end(files.certificate());
  }

  private static Optional<Instant> end(Path file) throws Exception {
    return Optional.of(certificate(file).getNotAfter().toInstant());
  }

  private static X509Certificate certificate(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static void replace(PeerFiles old, PeerFiles renewed) throws IOException {
    move(renewed.key(), old.key());
    move(renewed.certificate(), old.certificate());
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    // Two writes within one tick of the clock would look like none.
    Files.setLastModifiedTime(to, FileTime.from(Instant.now().plusSeconds(1)));
  }
}
