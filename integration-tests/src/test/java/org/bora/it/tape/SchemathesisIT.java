package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Pattern OUT_OF_REACH =
      Pattern.compile(
          "NewConnectionError|NameResolutionError|ConnectTimeout|ProxyError|No matching distribution");
  private static final Pattern CALLS = Pattern.compile("(\\d+) generated");

  private static Site site;
  private static Path program;

  @BeforeAll
  static void up() throws IOException {
    program = installed();
    site = Site.upWithTape("schemathesis");
  }

  @AfterAll
  static void down() throws IOException {
    if (site != null) {
      site.close();
    }
  }

  /** From PyPI, once for all runs in this checkout. */
  private static Path installed() throws IOException {
    Path home = Path.of("target", "schemathesis-" + VERSION).toAbsolutePath();
    Path complete = home.resolve("complete");
    Shell shell = new Shell(Files.createDirectories(home.getParent()), Map.of());
    if (Files.notExists(complete)) {
      shell.run(PATIENCE, "python3", "-m", "venv", "--clear", home.toString()).succeeded();
      Shell.Result pip =
          shell.run(
              PATIENCE,
              home.resolve("bin/pip").toString(),
              "install",
              "--disable-pip-version-check",
              "--retries",
              "1",
              "schemathesis==" + VERSION);
      assumeFalse(
          pip.status() != 0 && OUT_OF_REACH.matcher(pip.output()).find(),
          "PyPI is out of reach: " + pip.output());
      pip.succeeded();
      Files.createFile(complete);
    }
    return home.resolve("bin/schemathesis");
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
