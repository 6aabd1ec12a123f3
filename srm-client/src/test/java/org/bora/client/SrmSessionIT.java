package org.bora.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import eu.emi.security.authn.x509.CommonX509TrustManager;
import eu.emi.security.authn.x509.impl.OpensslCertChainValidator;
import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SrmSessionIT {

  private static final SrmClient CLIENT = new SrmClient();
  private static final ClientSettings SETTINGS =
      new ClientSettings(Duration.ofSeconds(10), Duration.ofSeconds(1), 4096);
  private static final String PINNED =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
          + "<s:srmPrepareToGetResponse xmlns:s='http://srm.lbl.gov/StorageResourceManager'>"
          + "<srmPrepareToGetResponse><returnStatus><statusCode>SRM_SUCCESS</statusCode>"
          + "</returnStatus><requestToken>T</requestToken><arrayOfFileStatuses><statusArray>"
          + "<fileSize>3</fileSize><status><statusCode>SRM_FILE_PINNED</statusCode></status>"
          + "<transferURL>gsiftp://h/f</transferURL></statusArray></arrayOfFileStatuses>"
          + "</srmPrepareToGetResponse></s:srmPrepareToGetResponse></e:Body></e:Envelope>";

  private static Path grid;
  private static OpensslCertChainValidator validator;

  @BeforeAll
  static void makeCertificates() throws IOException, InterruptedException {
    grid = GsiServer.grid();
    validator = new OpensslCertChainValidator(grid.resolve("certificates").toString());
  }

  @AfterAll
  static void closeValidator() {
    validator.dispose();
  }

  @Test
  void theByteGoesBeforeHttpAndTheSurlGoesAsItIs() throws Exception {
    try (GsiServer server = server("host/host", (request, out) -> GsiServer.ok(out, PINNED));
        SrmSession session = session("localhost", server.port())) {
      assertEquals(
          new SrmAnswer.Ready("T", "gsiftp://h/f", OptionalLong.of(3)), session.prepareToGet(60));
      session.prepareToGet(60);
      assertEquals(List.of('0'), server.firstBytes(), "one connection, one byte");
      assertEquals(List.of("TLSv1.2"), server.protocols());
      String request = server.requests().getFirst();
      assertTrue(request.startsWith("POST /srm/managerv2 HTTP/1.1\r\n"), request);
      assertTrue(request.contains("<sourceSURL>srm://localhost:" + server.port() + "/f<"), request);
      assertTrue(request.contains("SOAPAction: \"\"\r\n"), request);
    }
  }

  @Test
  void anAnswerInChunksIsRead() throws Exception {
    try (GsiServer server = server("host/host", SrmSessionIT::chunks);
        SrmSession session = session("localhost", server.port())) {
      assertEquals(
          new SrmAnswer.Ready("T", "gsiftp://h/f", OptionalLong.of(3)), session.prepareToGet(60));
    }
  }

  @Test
  void aServerOfAnotherNameIsToldNothing() throws Exception {
    try (GsiServer server = server("host/voms", (request, out) -> GsiServer.ok(out, PINNED));
        SrmSession session = session("localhost", server.port())) {
      IOException failure = assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertTrue(failure.getMessage().contains("localhost"), failure.getMessage());
      assertTrue(server.requests().isEmpty());
    }
  }

  @Test
  void aServerWithoutATrustedAuthorityIsToldNothing() throws Exception {
    try (GsiServer server = server("host/badvoms", (request, out) -> GsiServer.ok(out, PINNED));
        SrmSession session = session("localhost", server.port())) {
      assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertTrue(server.requests().isEmpty());
    }
  }

  @Test
  void anAnswerThatIsTooLongIsNotTaken() throws Exception {
    String much = PINNED + " ".repeat(5000);
    try (GsiServer server = server("host/host", (request, out) -> GsiServer.ok(out, much));
        SrmSession session = session("localhost", server.port())) {
      IOException failure = assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertTrue(failure.getMessage().contains("longer than 4096 bytes"), failure.getMessage());
    }
  }

  /** Until it is cut: closing politely would read to the end of it. */
  private static void endless(OutputStream out, String head, String piece) throws IOException {
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    while (true) {
      out.write(piece.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }
  }

  @Test
  void anAnswerWithoutEndIsCutAtTheBound() throws Exception {
    String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    String piece = "400\r\n" + " ".repeat(0x400) + "\r\n";
    try (GsiServer server = server("host/host", (request, out) -> endless(out, head, piece));
        SrmSession session = session("localhost", server.port())) {
      IOException failure = failure(session);
      assertTrue(failure.getMessage().contains("longer than 4096 bytes"), failure.getMessage());
    }
  }

  @Test
  void headersWithoutEndAreCutAtTheBound() throws Exception {
    for (String piece : List.of("X: y\r\n", "x".repeat(1_000))) {
      try (GsiServer server =
              server("host/host", (request, out) -> endless(out, "HTTP/1.1 200 OK\r\n", piece));
          SrmSession session = session("localhost", server.port())) {
        failure(session);
      }
    }
  }

  private static IOException failure(SrmSession session) {
    return assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertThrows(IOException.class, () -> session.prepareToGet(60)));
  }

  @Test
  void aServerThatSaysNothingIsGivenUp() throws Exception {
    try (GsiServer server = server("host/host", (request, out) -> {});
        SrmSession session = session("localhost", server.port())) {
      IOException failure = assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertTrue(
          failure.getMessage().startsWith("SRM localhost:" + server.port() + ": srmPrepareToGet: "),
          failure.getMessage());
    }
  }

  @Test
  void aStatusOfHttpIsSaidAndAFaultToo() throws Exception {
    try (GsiServer server = server("host/host", SrmSessionIT::unavailable);
        SrmSession session = session("localhost", server.port())) {
      IOException failure = assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertTrue(failure.getMessage().endsWith("HTTP status 503"), failure.getMessage());
    }
    String fault =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>"
            + "<faultcode>Axis:Server.busy</faultcode><faultstring>busy</faultstring>"
            + "</e:Fault></e:Body></e:Envelope>";
    try (GsiServer server = server("host/host", (request, out) -> GsiServer.ok(out, fault));
        SrmSession session = session("localhost", server.port())) {
      IOException failure = assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertTrue(failure.getMessage().endsWith(": fault: busy"), failure.getMessage());
    }
    try (GsiServer server =
            server("host/host", (request, out) -> GsiServer.ok(out, "<Envelope/>"));
        SrmSession session = session("localhost", server.port())) {
      IOException failure = assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertTrue(failure.getMessage().contains("is not SOAP 1.1"), failure.getMessage());
    }
  }

  @Test
  void aCallUnderWayIsCutAndNoneBeginsAfterwards() throws Exception {
    ClientSettings patient =
        new ClientSettings(Duration.ofSeconds(10), Duration.ofMinutes(5), 4096);
    try (GsiServer server = server("host/host", (request, out) -> {});
        SrmSession session = session("localhost", server.port(), patient)) {
      CompletableFuture<SrmAnswer> answer =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return session.prepareToGet(60);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (server.requests().isEmpty()) {
        assertTrue(System.nanoTime() < deadline, "the server gets no request");
        LockSupport.parkNanos(1_000_000); // another thread's doing
      }
      session.abandon();
      assertThrows(ExecutionException.class, () -> answer.get(20, TimeUnit.SECONDS));
      IOException after = assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertTrue(after.getMessage().endsWith("stopped"), after.getMessage());
    }
  }

  private static void chunks(String request, OutputStream out) throws IOException {
    out.write(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII));
    for (int at = 0; at < PINNED.length(); at += 100) {
      String piece = PINNED.substring(at, Math.min(PINNED.length(), at + 100));
      String chunk = Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n";
      out.write(chunk.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }
    out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static void unavailable(String request, OutputStream out) throws IOException {
    out.write(
        "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy".getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Test
  void aNameServiceThatDoesNotAnswerIsNamedAsTheReason() throws Exception {
    AtomicReference<Duration> given = new AtomicReference<>();
    SrmSession.NameService silent =
        (name, time) -> {
          given.set(time);
          throw new SocketTimeoutException("no address of " + name);
        };
    RemoteSurl file = RemoteSurl.parse("srm://se.example.org:8444/f").orElseThrow();
    PEMCredential alice =
        new PEMCredential(grid.resolve("proxies/alice").toString(), (char[]) null);
    try (SrmSession session = CLIENT.session(file, tls(alice), SETTINGS, silent)) {
      IOException failure = assertThrows(IOException.class, () -> session.prepareToGet(60));
      assertEquals(
          "SRM se.example.org:8444: srmPrepareToGet: no address of se.example.org",
          failure.getMessage());
      assertEquals(SETTINGS.connectTimeout(), given.get());
    }
  }

  private static SrmSession session(String host, int port) throws Exception {
    return session(host, port, SETTINGS);
  }

  private static SrmSession session(String host, int port, ClientSettings settings)
      throws Exception {
    RemoteSurl file = RemoteSurl.parse("srm://" + host + ":" + port + "/f").orElseThrow();
    PEMCredential alice =
        new PEMCredential(grid.resolve("proxies/alice").toString(), (char[]) null);
    return CLIENT.session(file, tls(alice), settings, (name, _) -> InetAddress.getAllByName(name));
  }

  private static GsiServer server(String name, GsiServer.Manners manners) throws Exception {
    PEMCredential host =
        new PEMCredential(
            grid.resolve(name + ".key").toString(),
            grid.resolve(name + ".pem").toString(),
            (char[]) null);
    return new GsiServer(tls(host), manners);
  }

  private static SSLContext tls(PEMCredential credential) throws Exception {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(
        new KeyManager[] {credential.getKeyManager()},
        new TrustManager[] {new CommonX509TrustManager(validator)},
        null);
    return tls;
  }
}
