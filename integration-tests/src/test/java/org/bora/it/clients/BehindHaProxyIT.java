package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bora.backend.testing.FreePort;
import org.bora.it.fleet.HaProxy;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.launcher.CommandBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HTTP behind the two configurations of docs/howto/haproxy.md, by clients of another address. */
class BehindHaProxyIT {
  private static final String PAGE = "docs/howto/haproxy.md";
  private static final String CLIENT = "127.0.0.2";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static Site site;
  private static int health;

  @BeforeAll
  static void up() throws IOException {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    health = FreePort.find();
    String door =
        CommandBlock.example(PAGE, "connections: {balancers: [10.0.0.10]}    #")
            .replace("10.0.0.10", "127.0.0.1")
            .replace("10.0.0.21, port: 8446", "127.0.0.1, port: " + health);
    site =
        Site.up(
            "balanced",
            Files.readString(Site.CHECKOUT.resolve(first)) + "\n" + door,
            "data/testvo");
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  /** The example of the page with this door alone. */
  private static HaProxy haProxy(String mode) throws IOException {
    int port = FreePort.find();
    Path grid = site.home().resolve("grid");
    Path shown = site.home().resolve("shown.pem");
    Files.writeString(
        shown,
        Files.readString(grid.resolve("host/hostcert.pem"))
            + Files.readString(grid.resolve("host/hostkey.pem")));
    String configuration =
        CommandBlock.example(PAGE, "defaults\n  mode " + mode)
            .lines()
            .filter(line -> !line.contains("door2"))
            .reduce("", (all, line) -> all + line + "\n")
            .replaceFirst("bind :\\d+", "bind 127.0.0.1:" + port)
            .replace("10.0.0.21:8443 port 8446", "127.0.0.1:%d port %d".formatted(http(), health))
            .replace("/etc/haproxy/se.example.org.pem", shown.toString())
            .replace("/etc/haproxy/ca.pem", authorities(grid).toString())
            .replace("se.example.org", "localhost");
    return HaProxy.start(site.home(), "global\n  maxconn 500\n" + configuration, port);
  }

  private static int http() throws IOException {
    return site.portOf("http");
  }

  private static Path authorities(Path grid) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(grid.resolve("certificates"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".0")).toList()) {
        all.append(Files.readString(file));
      }
    }
    return Files.writeString(site.home().resolve("authorities.pem"), all);
  }

  /** The status of a PUT; {@code words} say who asks. */
  private static String put(HaProxy proxy, String name, String... words) {
    List<String> command = new ArrayList<>(List.of("curl", "-4", "--silent", "--output"));
    command.addAll(List.of("/dev/null", "--write-out", "%{http_code}", "--interface", CLIENT));
    command.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    command.addAll(List.of(words));
    command.addAll(List.of("--upload-file", "/etc/hostname"));
    command.add("https://localhost:" + proxy.port() + "/testvo/" + name);
    Shell.Result result = site.shell().run(PATIENCE, command.toArray(String[]::new));
    return result.succeeded().output().strip();
  }

  private static String certificate() {
    return site.environment().get("X509_USER_PROXY");
  }

  private static boolean isAudited(String name) throws IOException {
    try (Stream<Path> logs = Files.walk(site.home().resolve("log"))) {
      for (Path log : logs.filter(path -> path.toString().contains("audit")).toList()) {
        if (Files.isRegularFile(log)
            && Files.readAllLines(log).stream()
                .anyMatch(
                    line ->
                        line.contains("/testvo/" + name + "\"")
                            && line.contains("\"client\":\"" + CLIENT + "\""))) {
          return true;
        }
      }
      return false;
    }
  }

  @Test
  void certificatesPassThroughAndTheClientsAddressIsAudited() throws IOException {
    try (HaProxy proxy = haProxy("tcp")) {
      assertEquals("201", put(proxy, "through", "--cert", certificate()));
    }
    assertTrue(isAudited("through"));
  }

  @Test
  void whereTlsEndsBeforeTheDoorTokensCountAndCertificatesDoNot() throws IOException {
    String scope = "storage.read:/ storage.modify:/";
    String token =
        site.bora("token", "--home", site.home().toString(), "--scope", scope)
            .succeeded()
            .output()
            .strip();
    try (HaProxy proxy = haProxy("http")) {
      assertEquals("401", put(proxy, "hidden", "--cert", certificate()));
      assertEquals("201", put(proxy, "token", "--header", "Authorization: Bearer " + token));
      assertEquals(
          "401",
          put(
              proxy,
              "claimed",
              "--header",
              "X-SSL-Client-DN: /DC=test/DC=grid/OU=people/CN=Alice Test"),
          "anybody can claim that");
    }
    assertTrue(isAudited("token"));
  }
}
