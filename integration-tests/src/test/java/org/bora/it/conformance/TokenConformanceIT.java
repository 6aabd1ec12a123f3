package org.bora.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Plays the rows of conformance/http, by curl. */
class TokenConformanceIT {
  private static final Path TABLES = Site.CHECKOUT.resolve("integration-tests/conformance/http");

  /** Fewer were not all read. */
  private static final int ROWS = 300;

  private static final String CONFIGURATION =
      """
      try-grid: true
      endpoint: {host: localhost, address: 127.0.0.1, port: auto, http-port: auto}
      credentials:
        certificate: grid/host/hostcert.pem
        key: grid/host/hostkey.pem
        trust: grid/certificates
        vomsdir: grid/vomsdir
      database: {embedded: true}
      gridftp: {run: true, address: 127.0.0.1, port: auto, serve: data}
      copy: {allow: [127.0.0.0/8, "::1"]}
      areas:
        - name: testvo
          sfn: /testvo
          root: data/testvo
          rules:
            - deny delete to fqan /testvo on /testvo/parent-*/**
            - deny delete to vo testvo on /testvo/ruled-*/**
            - allow all to vo testvo
      """;

  @TempDir private static Path keys;

  private static Issuers issuers;
  private static Site site;
  private static Path files;

  /** A row of the tables. */
  private record Row(String id, String token, String request, int status) {}

  @BeforeAll
  static void up() throws IOException {
    issuers = Issuers.make();
    site = Site.up("tokens", CONFIGURATION + issuers.publish(keys) + mapping(), "data/testvo");
    files = site.home().resolve("data/testvo");
  }

  /** The accounts of users and of tokens, where the site runs as root. */
  private static String mapping() throws IOException {
    String account = System.getProperty("user.name");
    Path map =
        Files.writeString(
            keys.resolve("gridmap"),
            "\"/DC=test/*\" %s\n\"/ISSUER=localhost*\" %s\n".formatted(account, account));
    return "mapping: {grid-mapfile: " + map + ", allow-root: true}\n";
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @TestFactory
  Stream<DynamicTest> rows() throws IOException {
    List<Row> rows;
    try (Stream<Path> tables = Files.list(TABLES)) {
      rows =
          tables
              .sorted()
              .flatMap(TokenConformanceIT::lines)
              .map(line -> line.split("\\s*\\|\\s*", -1))
              .filter(cells -> cells.length > 4 && cells[4].matches("\\d+"))
              .map(cells -> new Row(cells[1], cells[2], cells[3], Integer.parseInt(cells[4])))
              .toList();
    }
    assertTrue(rows.size() > ROWS, rows.size() + " rows were read");
    Set<String> ids = new HashSet<>();
    rows.forEach(row -> assertTrue(ids.add(row.id()), row.id() + " is there twice"));
    return rows.stream().map(row -> DynamicTest.dynamicTest(row.id(), () -> play(row)));
  }

  private static Stream<String> lines(Path table) {
    try {
      return Files.readAllLines(table).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void play(Row row) throws IOException {
    Path ground = files.resolve(row.id());
    Files.createDirectories(ground.resolve("dir"));
    Files.writeString(ground.resolve("have"), "have");
    Files.writeString(ground.resolve("also"), "also");
    Path source = Files.writeString(site.home().resolve("source-" + row.id()), "new");
    try {
      TokenCalls calls = new TokenCalls(site, issuers, "/testvo/" + row.id(), source);
      assertEquals(row.status(), calls.status(row.token(), row.request()));
      if (row.status() == 202 || row.status() >= 400) {
        assertEquals("have", Files.readString(ground.resolve("have")));
        assertEquals("also", Files.readString(ground.resolve("also")));
        assertEquals(List.of("also", "dir", "have"), names(ground));
        assertEquals(List.of(), names(ground.resolve("dir")));
      }
    } finally {
      Files.delete(source);
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
