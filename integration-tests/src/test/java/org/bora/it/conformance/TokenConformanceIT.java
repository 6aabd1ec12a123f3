package org.bora.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.launcher.grid.TryGrid;
import org.bora.launcher.grid.TryIssuer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Plays the rows of conformance/http/tokens.md and macaroons.md, by curl. */
class TokenConformanceIT {
  private static final String PROPERTY =
      "<propertyupdate xmlns='DAV:'><set><prop><a xmlns=''/></prop></set></propertyupdate>";

  private static final Path TABLES = Site.CHECKOUT.resolve("integration-tests/conformance/http");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static Site site;
  private static Path files;

  /** A row of the table. */
  private record Row(String id, String token, String request, int status) {}

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("tokens");
    files = site.home().resolve("data/testvo");
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @TestFactory
  Stream<DynamicTest> rows() throws IOException {
    List<Row> rows =
        Stream.of("tokens.md", "macaroons.md")
            .flatMap(TokenConformanceIT::lines)
            .map(line -> line.split("\\s*\\|\\s*", -1))
            .filter(cells -> cells.length > 4 && cells[4].matches("\\d+"))
            .map(cells -> new Row(cells[1], cells[2], cells[3], Integer.parseInt(cells[4])))
            .toList();
    assertTrue(rows.size() > 90, rows.size() + " rows were read");
    return rows.stream().map(row -> DynamicTest.dynamicTest(row.id(), () -> play(row)));
  }

  private static Stream<String> lines(String table) {
    try {
      return Files.readAllLines(TABLES.resolve(table)).stream();
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
      List<String> words = new ArrayList<>(List.of("curl", "-sS", "-m", "30"));
      words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
      words.addAll(List.of("-H", "Authorization: Bearer " + token(row.id(), row.token())));
      words.addAll(List.of("-o", "/dev/null", "-w", "%{http_code}"));
      words.addAll(request(row, source));
      Shell.Result result = site.shell().run(PATIENCE, words.toArray(String[]::new));
      assertEquals(String.valueOf(row.status()), result.succeeded().output().strip());
      if (row.status() >= 400) {
        assertEquals("have", Files.readString(ground.resolve("have")));
        assertEquals("also", Files.readString(ground.resolve("also")));
        assertEquals(List.of("also", "dir", "have"), names(ground));
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

  private static List<String> request(Row row, Path source) throws IOException {
    String[] sides = row.request().split(" by ", 2);
    List<String> request = request(row, sides[0].split(" ", -1), source);
    if (sides.length == 1) {
      return request;
    }
    String token = "TransferHeaderAuthorization: Bearer " + token(row.id(), sides[1]);
    return Stream.concat(Stream.of("-H", token), request.stream()).toList();
  }

  private static List<String> request(Row row, String[] words, Path source) {
    String url = url(row, words[1]);
    return switch (words[0]) {
      case "GET" -> List.of(url);
      case "HEAD" -> List.of("-I", url);
      case "PUT" -> List.of("-T", source.toString(), url);
      case "BADPUT" -> List.of("-T", source.toString(), "-H", "Digest: adler32=00000000", url);
      case "PROPFIND" -> List.of("-X", "PROPFIND", "-H", "Depth: 0", url);
      case "PROPPATCH" -> List.of("-X", "PROPPATCH", "-d", PROPERTY, url);
      case "LIST" -> List.of("-X", "PROPFIND", "-H", "Depth: 1", url);
      case "MACAROON" ->
          List.of("-H", "Content-Type: application/macaroon-request", "-d", "{}", url);
      case "STAGE" -> tape("stage", "{\"files\":[{\"path\":\"%s\"}]}", row, words[1]);
      case "ARCHIVEINFO" -> tape("archiveinfo", "{\"paths\":[\"%s\"]}", row, words[1]);
      case "MOVE", "COPY" ->
          List.of("-X", words[0], "-H", "Destination: " + url(row, words[3]), url);
      case "FETCH" -> List.of("-X", "COPY", "-H", "Source: " + url(row, words[3]), url);
      default -> List.of("-X", words[0], url);
    };
  }

  private static List<String> tape(String call, String body, Row row, String name) {
    return List.of(
        "--json",
        body.formatted("/testvo/" + row.id() + "/" + name),
        site.environment().get("BORA_TAPE_REST") + "/" + call);
  }

  private static String url(Row row, String name) {
    return site.environment().get("BORA_HTTP")
        + "/testvo/"
        + row.id()
        + (name.equals(".") ? "/" : "/" + name);
  }

  private static String token(String id, String described) throws IOException {
    if (described.startsWith("macaroon")) {
      return IssuedMacaroon.of(site, described, "/testvo/" + id);
    }
    List<String> scopes = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (String word : described.split(" ", -1)) {
      int colon = word.indexOf(':');
      String path = word.substring(colon + 1);
      if (word.startsWith("group:")) {
        groups.add(path);
      } else if (word.startsWith("^")) {
        scopes.add(word.substring(1));
      } else {
        String place =
            path.startsWith("^")
                ? path.substring(1)
                : "/testvo/" + id + (path.equals(".") ? "" : "/" + path);
        scopes.add("storage." + word.substring(0, colon) + (place.isEmpty() ? "" : ":" + place));
      }
    }
    Instant now = Instant.now();
    return new TryGrid(site.home().resolve("grid"))
        .issuer()
        .token(
            new TryIssuer.Wish(
                "conformance",
                String.join(" ", scopes),
                groups,
                site.environment().get("BORA_HTTP"),
                now,
                now.plusSeconds(600)));
  }
}
