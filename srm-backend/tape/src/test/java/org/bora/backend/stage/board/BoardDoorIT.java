package org.bora.backend.stage.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.stage.board.PullerHand.Held;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.conformance.TapeFiles;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in at the pullers' port, and what they see there. */
@ExtendWith(MariaDb.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoardDoorIT {
  private static final String OTHER_TOKEN = "fedcba9876543210fedcba9876543210";

  @TempDir private Path directory;
  private DatabaseSettings database;
  private BoardBench bench;

  @BeforeAll
  void migrate(Schemas schemas) {
    database = schemas.migrated();
  }

  @BeforeEach
  void open() throws IOException {
    bench = new BoardBench(database, Clock.systemUTC(), directory);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private String take() {
    return "{\"library\":\"" + bench.library() + "\",\"kind\":\"migrate\",\"puller\":\"left\"}";
  }

  private HttpResponse<String> as(String authorization) throws Exception {
    return BoardBench.send(
        HttpRequest.newBuilder(URI.create(bench.url() + "/v1/tasks"))
            .header("Authorization", authorization));
  }

  @Test
  void whoShowsNoTokenLearnsNothing() throws Exception {
    for (String path : List.of("/", "/v1/tasks", "/v1/tasks/take", "/v1/nothing")) {
      HttpResponse<String> answer =
          BoardBench.send(HttpRequest.newBuilder(URI.create(bench.url() + path)));
      assertEquals(401, answer.statusCode(), path);
      assertEquals("Bearer", answer.headers().firstValue("WWW-Authenticate").orElse(""));
      assertFalse(answer.body().contains(bench.library()), answer.body());
    }
  }

  @Test
  void aWrongTokenIsNoToken() throws Exception {
    for (String shown :
        List.of(
            "Bearer " + OTHER_TOKEN,
            "Bearer " + BoardBench.TOKEN.toUpperCase(Locale.ROOT),
            "Bearer " + BoardBench.TOKEN + "0",
            "Bearer # of the tests",
            "Bearer",
            "Basic " + BoardBench.TOKEN,
            BoardBench.TOKEN)) {
      assertEquals(401, as(shown).statusCode(), shown);
    }
    assertEquals(200, as("bearer " + BoardBench.TOKEN).statusCode());
  }

  @Test
  void tokensAreChangedWithoutARestart() throws Exception {
    Files.writeString(bench.tokens(), BoardBench.TOKEN + "\n" + OTHER_TOKEN + "\n");
    assertEquals(200, as("Bearer " + BoardBench.TOKEN).statusCode());
    assertEquals(200, as("Bearer " + OTHER_TOKEN).statusCode());
    Files.writeString(bench.tokens(), "# the old one is gone\n" + OTHER_TOKEN + "\n");
    assertEquals(401, as("Bearer " + BoardBench.TOKEN).statusCode());
    assertEquals(200, as("Bearer " + OTHER_TOKEN).statusCode());
  }

  @Test
  void aTokenFileThatOthersCanReadLetsNobodyIn() throws Exception {
    Files.setPosixFilePermissions(bench.tokens(), PosixFilePermissions.fromString("rw-r--r--"));
    assertEquals(500, as("Bearer " + BoardBench.TOKEN).statusCode());
  }

  @Test
  void aTokenFileThatCannotBeUsedIsSaidAtStartWithTheWayOut() throws Exception {
    assertSaid(directory.resolve("none"), "is missing: (umask 077; openssl rand -hex 32 > ");
    assertSaid(tokens("rw-r-----", OTHER_TOKEN), "chmod 600 ");
    assertSaid(tokens("rw-------", "# nothing\n"), "has no token: openssl rand -hex 32");
    assertSaid(tokens("rw-------", "secret"), "fewer than 32 printable ASCII characters");
  }

  private Path tokens(String rights, String text) throws IOException {
    Path file = directory.resolve(UUID.randomUUID().toString());
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
  }

  private static void assertSaid(Path file, String part) {
    IOException refusal = assertThrows(IOException.class, new BearerTokens(file)::check);
    assertTrue(refusal.getMessage().contains("token file " + file), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
  }

  @Test
  void thePortIsForItsOwnLibraryOnly() throws Exception {
    TapeFile file = new TapeFiles(directory).make("file", 10);
    PullerHand ours = new PullerHand(bench, "left");
    try (BoardBench other =
        new BoardBench(database, Clock.systemUTC(), directory, "OTHER", Optional.empty())) {
      RecordedWork work = new RecordedWork(List.of(file));
      bench
          .driver(
              pause -> {
                try {
                  Held held = ours.take("migrate", 1).getFirst();
                  HttpResponse<String> taken = other.post("/v1/tasks/take", take());
                  assertEquals(400, taken.statusCode(), taken.body());
                  assertTrue(taken.body().contains("there are: OTHER"), taken.body());
                  assertEquals("{\"counts\":[]}\n", other.get("/v1/tasks").body());
                  assertTrue(bench.get("/v1/tasks").body().contains("taken"));
                  assertEquals("gone", new PullerHand(other, "left").done(held, "false"));
                  assertEquals("accepted", ours.done(held, "true"));
                } catch (InterruptedException interrupt) {
                  throw interrupt;
                } catch (Exception failure) {
                  throw new AssertionError(failure);
                }
              })
          .migrate(work);
      assertEquals(Optional.of(TapeLocation.named("true")), work.location(file));
    }
  }

  @Test
  void pathsAndMethodsAreAsDocumented() throws Exception {
    HttpResponse<String> lost = bench.get("/v2/tasks");
    assertEquals(404, lost.statusCode());
    assertTrue(lost.body().contains("POST /v1/tasks/take"), lost.body());
    assertEquals(405, bench.get("/v1/tasks/take").statusCode());
    assertEquals(405, bench.post("/v1/tasks", "{}").statusCode());
    for (String body :
        List.of(
            take().replace("migrate", "melt"),
            take().replace("left", "le ft"),
            take().replace("}", ",\"most\":0}"),
            take().replace("}", ",\"most\":1001}"))) {
      assertEquals(400, bench.post("/v1/tasks/take", body).statusCode(), body);
    }
    assertEquals(200, bench.post("/v1/tasks/take", take()).statusCode());
  }

  @Test
  void withTlsNothingIsSaidInTheClear() throws Exception {
    TestIdentity identity = TestIdentity.make(directory);
    try (BoardBench secure =
        new BoardBench(
            database, Clock.systemUTC(), directory, "LIB", Optional.of(identity.server()))) {
      String place = "localhost:" + secure.port() + "/v1/tasks";
      assertEquals(200, ask(identity.client(), "https://" + place));
      assertThrows(
          SSLHandshakeException.class, () -> ask(SSLContext.getDefault(), "https://" + place));
      assertThrows(IOException.class, () -> ask(identity.client(), "http://" + place));
    }
  }

  private static int ask(SSLContext trust, String url) throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(trust).build();
    try {
      return client.send(request(url).build(), HttpResponse.BodyHandlers.ofString()).statusCode();
    } finally {
      client.shutdownNow(); // closing would wait for connections that are kept alive
    }
  }

  private static HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + BoardBench.TOKEN);
  }
}
