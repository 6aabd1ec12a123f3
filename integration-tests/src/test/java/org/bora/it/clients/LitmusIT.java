package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The suites of litmus, the conformance tests of WebDAV. Nothing can be locked (class 2), so litmus
 * itself skips what is about locks.
 */
class LitmusIT {
  private static final String NO_LOCKS = "WARNING: server does not claim Class 2 compliance";

  /** litmus tries {@code Expect: 100-continue} without TLS alone. */
  private static final String NO_PLAIN_HTTP = "SKIPPED (skipping for SSL server)";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static Site site;

  @TempDir private Path local;

  /** litmus shows certificates in another order than proxies need: it comes without a VO. */
  @BeforeAll
  static void upForAliceWithoutProxy() throws IOException {
    site = Site.up("litmus");
    Path configuration = site.home().resolve("bora.yaml");
    String before = Files.readString(configuration);
    String after = before.replace("allow read, list, stage to dn", "allow all to dn");
    assertTrue(!after.equals(before), "the rule for Alice has changed its words");
    Files.writeString(configuration, after);
    site.bora("config", "reload", "--home", site.home().toString()).succeeded();
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"basic", "copymove", "props", "http"})
  void everyTestOfTheSuitePasses(String suite) throws IOException {
    String output = litmus(suite);
    assertTrue(
        output.matches("(?s).*summary for `" + suite + "': of (\\d+) tests run: \\1 passed, 0.*"),
        output);
    String remarks = output.replace(NO_LOCKS, "").replace(NO_PLAIN_HTTP, "");
    assertFalse(remarks.contains("SKIPPED") || remarks.contains("WARNING"), output);
  }

  private String litmus(String suite) throws IOException {
    Path users = Path.of(site.environment().get("GRID")).resolve("users");
    Path credential = local.resolve("alice.p12");
    site.shell()
        .run(
            PATIENCE,
            "openssl",
            "pkcs12",
            "-export",
            "-in",
            users.resolve("alice.pem").toString(),
            "-inkey",
            users.resolve("alice.key").toString(),
            "-passout",
            "pass:",
            "-out",
            credential.toString())
        .succeeded();
    Map<String, String> environment = new HashMap<>(site.environment());
    environment.put("TESTS", suite);
    Shell.Result result =
        new Shell(local, environment)
            .run(
                PATIENCE,
                "litmus",
                "-c",
                credential.toString(),
                site.environment().get("BORA_HTTP") + "/testvo/");
    return result.output();
  }

  @Test
  void locksAreSkippedBecauseTheyAreNotClaimed() throws IOException {
    String output = litmus("locks");
    assertTrue(output.contains("locking tests skipped,"), output);
    assertTrue(
        output.matches("(?s).*summary for `locks': of (\\d+) tests run: \\1 passed, 0.*"), output);
  }
}
