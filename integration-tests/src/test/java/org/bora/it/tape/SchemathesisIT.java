package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.site.PyPi;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Schemathesis plays what the served description of the Tape REST API allows, and what it does not
 * allow, against a running site: each call by itself, and stage requests that are asked for,
 * cancelled, released and deleted, by the links of the description. What it tries is the same in
 * each run.
 */
class SchemathesisIT {
  private static final String VERSION = "4.32.5";
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Pattern CALLS = Pattern.compile("(\\d+) generated");

  private static Site site;
  private static Path program;

  @BeforeAll
  static void up() throws IOException {
    program = PyPi.with("schemathesis", VERSION).resolve("schemathesis");
    site = Site.upWithTape("schemathesis");
  }

  @AfterAll
  static void down() throws IOException {
    if (site != null) {
      site.close();
    }
  }

  @Test
  void itFindsNothing() throws IOException {
    Path proxy = site.proxy("alice-voms");
    Path authorities = authorities();
    Shell.Result played =
        site.shell()
            .run(
                PATIENCE,
                program.toString(),
                "run",
                site.environment().get("BORA_TAPE_REST") + "/openapi.json",
                "--request-cert",
                proxy.toString(),
                "--tls-verify",
                authorities.toString(),
                "--max-examples",
                "10",
                "--seed",
                "1",
                "--generation-deterministic",
                "--continue-on-failure",
                "--exclude-checks",
                "ignored_auth",
                "--request-timeout",
                "30");
    assertEquals(0, played.status(), played.output());
    Matcher calls = CALLS.matcher(played.output());
    assertTrue(calls.find() && Integer.parseInt(calls.group(1)) > 100, played.output());
  }

  /** All in one file, as Python's requests wants them. */
  private static Path authorities() throws IOException {
    StringBuilder all = new StringBuilder();
    Path directory = Path.of(site.environment().get("X509_CERT_DIR"));
    try (var files = Files.newDirectoryStream(directory, "*.0")) {
      for (Path file : files) {
        all.append(Files.readString(file));
      }
    }
    return Files.writeString(site.home().resolve("authorities.pem"), all);
  }
}
