package org.bora.backend.stage.board;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.storage.tape.table.RecallTableDriver;
import org.bora.storage.tape.table.RecallTableSettings;
import org.bora.storage.tape.wire.Verification;

/** A backend's task board with its port, over a database. */
final class BoardBench implements AutoCloseable {
  static final String TOKEN = "0123456789abcdef0123456789abcdef";
  static final Duration LEASE = Duration.ofMinutes(1);
  static final Duration BATCH = Duration.ofHours(1);
  static final Duration QUERY = Duration.ofSeconds(30);
  static final Duration PULLER_LEASE = Duration.ofMinutes(10);

  private final Database database;
  private final BoardServer server;
  private final Clock clock;
  private final SharedBoard board;
  private final Transactions transactions;
  private final TokenSource source;
  private final Path tokens;
  private final String library;

  /** For a library of its own, named as no other; pullers speak in the clear. */
  BoardBench(DatabaseSettings settings, Clock clock, Path directory) throws IOException {
    this(settings, clock, directory, UUID.randomUUID().toString(), Optional.empty());
  }

  BoardBench(
      DatabaseSettings settings,
      Clock clock,
      Path directory,
      String library,
      Optional<SSLContext> identity)
      throws IOException {
    this.clock = clock;
    this.library = library;
    database = new Database(settings);
    SecureRandom random = new SecureRandom();
    transactions = new Transactions(database, Thread::sleep, random);
    source = new TokenSource(clock, random);
    board = new SharedBoard(transactions, source, LEASE);
    PulledTasks tasks = new PulledTasks(transactions, source, PULLER_LEASE);
    tokens = directory.resolve("tokens-" + UUID.randomUUID());
    Files.writeString(tokens, "");
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(tokens, "# of the tests\n" + TOKEN + "\n");
    server =
        new BoardServer(
            new BoardSettings(
                "127.0.0.1",
                0,
                tokens,
                identity.isPresent(),
                PULLER_LEASE,
                BoardSettings.presetBounds()),
            tasks,
            Set.of(library),
            identity);
    server.start();
  }

  Path tokens() {
    return tokens;
  }

  String url() {
    return "http://127.0.0.1:" + server.port();
  }

  BoardWatch watch() {
    return new BoardWatch(library, transactions, source, alarms());
  }

  Alarms alarms() {
    return new Alarms(transactions, source);
  }

  String library() {
    return library;
  }

  int port() {
    return server.port();
  }

  /** A driver that looks at the board every few milliseconds. */
  RecallTableDriver driver() {
    return driver(Thread::sleep);
  }

  RecallTableDriver driver(RecallTableDriver.Pause pause) {
    return new RecallTableDriver(
        library,
        new RecallTableSettings(4, BATCH, QUERY, Duration.ofMillis(20), Verification.CHECKSUM),
        board,
        new RecallTableDriver.Timing(clock, pause, UUID::randomUUID));
  }

  /** A request with the right token. */
  HttpResponse<String> post(String path, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Authorization", "Bearer " + TOKEN)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** A question with the right token. */
  HttpResponse<String> get(String path) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Authorization", "Bearer " + TOKEN));
  }

  static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}
