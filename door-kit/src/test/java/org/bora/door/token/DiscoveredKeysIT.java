package org.bora.door.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of an issuer on a real HTTPS server. */
class DiscoveredKeysIT {
  private static final String PASSWORD = "changeit";
  private static final String OPENID = "/vo/.well-known/openid-configuration";
  private static final String OAUTH = "/vo/.well-known/oauth-authorization-server";

  @TempDir private static Path directory;
  private static HttpsServer server;
  private static final Map<String, String> PAGES = new ConcurrentHashMap<>();
  private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();
  private static final CountDownLatch END = new CountDownLatch(1);

  private String base;
  private TokenIssuer issuer;

  @BeforeAll
  static void serves() throws Exception {
    Path store = directory.resolve("store.p12");
    keytool(
        "-genkeypair -alias s -keyalg EC -groupname secp256r1 -dname CN=localhost"
            + " -ext san=dns:localhost -ext bc=ca:true -validity 2 -storetype PKCS12 -storepass "
            + PASSWORD
            + " -keystore "
            + store);
    Files.createDirectories(directory.resolve("certificates"));
    keytool(
        "-exportcert -rfc -alias s -storepass "
            + PASSWORD
            + " -keystore "
            + store
            + " -file "
            + directory.resolve("certificates/ca.pem"));
    Files.writeString(directory.resolve("certificates/notes.pem"), "no certificate");
    Files.createSymbolicLink(directory.resolve("certificates/gone.0"), Path.of("nowhere"));
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.setExecutor(THREADS);
    server.createContext("/", DiscoveredKeysIT::answer);
    server.start();
  }

  private static void keytool(String line) throws Exception {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> words =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of(keytool.toString()),
                java.util.stream.Stream.of(line.split(" ", -1)))
            .toList();
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> read(directory.resolve("keytool.log")));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** A page that begins with -> sends elsewhere; one that ends with ... never ends. */
  private static void answer(HttpExchange exchange) throws IOException {
    String page = PAGES.get(exchange.getRequestURI().getPath());
    try (exchange) {
      if (page == null) {
        exchange.sendResponseHeaders(404, -1);
      } else if (page.startsWith("->")) {
        exchange.getResponseHeaders().set("Location", page.substring(2));
        exchange.sendResponseHeaders(302, -1);
      } else if (page.endsWith("...")) {
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().write(page.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
        END.await();
      } else {
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterAll
  static void stops() {
    END.countDown();
    server.stop(0);
    THREADS.close();
  }

  @BeforeEach
  void begins() {
    PAGES.clear();
    base = "https://localhost:" + server.getAddress().getPort();
    issuer = new TokenIssuer(base + "/vo", "vo", List.of("/"), Optional.empty());
    PAGES.put("/keys", "{\"keys\":[]}");
  }

  private static DiscoveredKeys keys() {
    return new DiscoveredKeys(directory.resolve("certificates"));
  }

  private String document(String of, String keys) {
    return "{\"issuer\":\"" + of + "\",\"jwks_uri\":\"" + keys + "\"}";
  }

  private String failure() {
    return assertThrows(IOException.class, () -> keys().read(issuer)).getMessage();
  }

  @Test
  void keysAreFoundByEitherDocument() throws IOException {
    PAGES.put(OPENID, document(base + "/vo", base + "/keys"));
    assertEquals("{\"keys\":[]}", keys().read(issuer));
    PAGES.remove(OPENID);
    PAGES.put(OAUTH, document(base + "/vo", base + "/keys"));
    assertEquals("{\"keys\":[]}", keys().read(issuer));
  }

  @Test
  void aDocumentOfAnotherIssuerIsNotBelieved() {
    PAGES.put(OPENID, document(base + "/other", base + "/keys"));
    assertTrue(failure().endsWith("is of issuer " + base + "/other"), failure());
  }

  @Test
  void withoutADocumentTheFailureNamesIt() {
    assertEquals(base + OPENID + " answers 404", failure());
  }

  @Test
  void keysInTheClearAreNotFetched() {
    PAGES.put(OPENID, document(base + "/vo", "http://localhost/keys"));
    assertTrue(failure().contains("is not https: http://localhost/keys"), failure());
  }

  @Test
  void redirectsAreNotFollowed() {
    PAGES.put(OPENID, "->" + base + "/elsewhere");
    assertTrue(failure().contains("answers 302"), failure());
  }

  @Test
  void aDocumentWithoutEndIsCutOff() {
    PAGES.put(OPENID, document(base + "/vo", base + "/keys"));
    PAGES.put("/keys", " ".repeat(1024 * 1024 + 1));
    assertTrue(failure().contains("/keys: body exceeds capacity: 1048576"), failure());
  }

  @Test
  void anIssuerThatFallsSilentWithinADocumentIsGivenUp() {
    PAGES.put(OPENID, document(base + "/vo", base + "/keys"));
    PAGES.put("/keys", "{\"keys\":[...");
    DiscoveredKeys hasty =
        new DiscoveredKeys(directory.resolve("certificates"), Duration.ofSeconds(2));
    IOException failure =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () -> assertThrows(IOException.class, () -> hasty.read(issuer)));
    assertEquals(base + "/keys did not arrive within 2000 ms", failure.getMessage());
  }

  @Test
  void whatIsNoJsonIsRefused() {
    PAGES.put(OPENID, "<html>");
    assertTrue(failure().startsWith(base + OPENID), failure());
  }

  @Test
  void aServerOfAnUnknownAuthorityIsNotAsked() throws IOException {
    PAGES.put(OPENID, document(base + "/vo", base + "/keys"));
    Path none = Files.createDirectories(directory.resolve("none"));
    var refused = assertThrows(IOException.class, () -> new DiscoveredKeys(none).read(issuer));
    assertTrue(refused.getMessage().contains("certification path"), refused.getMessage());
  }

  @Test
  void aFileWithKeysNeedsNoServer() throws IOException {
    Path file = Files.writeString(directory.resolve("keys.json"), "{\"keys\":[]}");
    TokenIssuer offline =
        new TokenIssuer("https://nowhere.invalid", "vo", List.of("/"), Optional.of(file));
    assertEquals("{\"keys\":[]}", keys().read(offline));
  }
}
