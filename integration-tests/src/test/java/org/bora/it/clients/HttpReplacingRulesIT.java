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
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that forbid to replace something: it stays where it is, under its name. */
@Timeout(240)
class HttpReplacingRulesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static Site site;
  private static Path files;

  @BeforeAll
  static void up() throws Exception {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    String rules =
        """
            rules:
              - deny create to anyone on /testvo/filled/**
              - deny delete to anyone on /testvo/held.replaced-*
        """
            .stripTrailing();
    String configuration =
        Files.readString(Site.CHECKOUT.resolve(first)).replace("    rules:", rules);
    site = Site.up("replacing-rules", configuration, "data/testvo");
    files = site.home().resolve("data/testvo");
    Files.writeString(files.resolve("new"), "new");
    Files.createDirectory(files.resolve("newdir"));
    for (String directory : List.of("filled", "held", "free")) {
      Files.createDirectory(files.resolve(directory));
      Files.writeString(files.resolve(directory).resolve("f"), "old");
    }
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static String http(String path) {
    return site.environment().get("BORA_HTTP") + "/testvo" + path;
  }

  private static String send(String method, String from, String to) {
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-m", "110"));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-E", site.proxy("alice-voms").toString(), "-w", "%{http_code}"));
    words.addAll(List.of("-X", method, "-H", "Destination: " + http(to), http(from)));
    return site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded().output();
  }

  @ParameterizedTest
  @CsvSource({
    "MOVE, /new, /filled", "COPY, /new, /filled", "MOVE, /newdir, /filled",
    "MOVE, /new, /held", "COPY, /new, /held", "COPY, /newdir, /held"
  })
  void whatMayNotBeReplacedKeepsItsName(String method, String from, String to) throws IOException {
    String said = send(method, from, to);
    assertTrue(said.endsWith("403"), said);
    assertEquals("old", Files.readString(files.resolve(to.substring(1)).resolve("f")));
    assertTrue(Files.exists(files.resolve(from.substring(1))));
    assertNothingIsBeside();
  }

  /** Else the test above could not fail. */
  @ParameterizedTest
  @CsvSource({"COPY, /new, /free", "COPY, /newdir, /free"})
  void whatMayBeReplacedIs(String method, String from, String to) throws IOException {
    assertEquals("204", send(method, from, to));
    assertNothingIsBeside();
  }

  private static void assertNothingIsBeside() throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      assertEquals(
          List.of(),
          all.map(path -> path.getFileName().toString())
              .filter(name -> name.matches(".*\\.(copying|replaced)-.*"))
              .toList());
    }
  }
}
