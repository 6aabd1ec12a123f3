package org.bora.launcher.command.invite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bora.admin.AdminPort;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSettings;
import org.bora.api.peer.PeerFiles;
import org.bora.audit.AuditTrail;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The certificates that {@code bora admin invite} makes open the administrators' port. */
class InviteCommandIT {
  private static final Pattern PASSWORD = Pattern.compile("Password: (\\S+)");

  @TempDir Path directory;

  private record Said(int code, String out, String err) {}

  private Said invite(String... options) {
    List<String> words = new ArrayList<>(List.of("invite"));
    words.addAll(List.of(options));
    words.addAll(List.of("--directory", directory.toString(), "--host", "localhost"));
    words.addAll(List.of("--out", directory.toString()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        new CommandLine(new AdminCommand())
            .addSubcommand(new InviteCommand(new Machine(Path.of("/"), false, Map.of())))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(words.toArray(String[]::new));
    return new Said(code, out.toString(), err.toString());
  }

  private static String password(Said said) {
    Matcher password = PASSWORD.matcher(said.out());
    assertTrue(password.find(), said.out());
    return password.group(1);
  }

  private KeyStore store(String name, String password) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(directory.resolve(name))) {
      store.load(in, password.toCharArray());
    }
    return store;
  }

  /** A browser that has imported the file, and trusts the authority in it. */
  private static SSLContext browser(KeyStore store, String password) throws Exception {
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password.toCharArray());
    KeyStore authorities = KeyStore.getInstance("PKCS12");
    authorities.load(null, null);
    String alias = store.aliases().nextElement();
    authorities.setCertificateEntry("authority", store.getCertificateChain(alias)[1]);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authorities);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void theInvitedOpenThePortThatTheFirstInvitationMade() throws Exception {
    Said first = invite("alice");
    assertEquals(0, first.code(), first.err());
    assertTrue(first.out().contains("admins: [\"/O=Bora/CN=alice\"]"), first.out());
    Said second = invite("Bob B", "--days", "1");
    assertEquals(0, second.code(), second.err());
    assertFalse(second.out().contains("Made a CA"), second.out());

    PeerFiles files =
        new PeerFiles(
            directory.resolve("admin-ca.pem"),
            directory.resolve("admin-cert.pem"),
            directory.resolve("admin-key.pem"));
    AdminSettings settings =
        new AdminSettings(
            "localhost",
            0,
            files,
            List.of("/O=Bora/CN=Bob B"),
            List.of("/O=Bora/CN=alice"),
            Duration.ofMinutes(1),
            AdminSettings.presetBounds());
    try (var timer = Executors.newSingleThreadScheduledExecutor();
        AdminPort port =
            AdminPort.open(settings, new AdminRoutes(List.of(), AuditTrail.off()), timer)) {
      assertTrue(who(port, "alice.p12", password(first)).contains("ADMIN"));
      assertTrue(who(port, "Bob-B.p12", password(second)).contains("READER"));
    }
  }

  private String who(AdminPort port, String file, String password) throws Exception {
    SSLContext browser = browser(store(file, password), password);
    try (HttpClient client = HttpClient.newBuilder().sslContext(browser).build()) {
      URI uri = URI.create("https://localhost:" + port.port() + "/v1/who");
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void keysAreReadableByTheirOwnerOnly() throws Exception {
    assertEquals(0, invite("alice").code());
    assertEquals(0, invite("prometheus", "--pem").code());
    for (String key :
        List.of("admin-ca-key.pem", "admin-key.pem", "alice.p12", "prometheus-key.pem")) {
      var mode = Files.getPosixFilePermissions(directory.resolve(key));
      assertEquals("rw-------", PosixFilePermissions.toString(mode), key);
    }
  }

  @Test
  void nothingThatIsThereIsReplaced() throws Exception {
    assertEquals(0, invite("alice").code());
    byte[] before = Files.readAllBytes(directory.resolve("alice.p12"));
    Said again = invite("alice");
    assertEquals(1, again.code());
    assertTrue(again.err().contains("alice.p12 is there already"), again.err());
    assertEquals(
        List.of(before.length), List.of(Files.readAllBytes(directory.resolve("alice.p12")).length));

    Files.delete(directory.resolve("admin-ca-key.pem"));
    Said keyless = invite("bob");
    assertEquals(1, keyless.code());
    assertTrue(keyless.err().contains("admin-ca-key.pem"), keyless.err());
  }

  @Test
  void aMissingDirectoryIsNamed() throws Exception {
    directory = directory.resolve("none");
    Said refused = invite("alice");
    assertEquals(1, refused.code());
    assertEquals(
        "bora: " + directory + " is not a directory; make it, or correct the path\n",
        refused.err());
    assertFalse(Files.exists(directory));
  }

  @Test
  void aNameThatNeedsQuotationIsRefused() {
    for (String name : List.of("a/b", "../x", "a\"b", "", "x".repeat(64))) {
      assertEquals(2, invite(name).code(), name);
    }
    assertEquals(2, invite("alice", "--days", "0").code());
    assertEquals(2, invite("alice", "--days", "3651").code());
  }
}
