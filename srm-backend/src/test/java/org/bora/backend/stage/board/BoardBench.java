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
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.storage.tape.table.RecallTableDriver;
import org.bora.storage.tape.table.RecallTableSettings;

/** A backend's task board with its port, over a database; the library is named LIB. */
final class BoardBench implements AutoCloseable {
  static final String LIBRARY = "LIB";
  static final String TOKEN = "0123456789abcdef0123456789abcdef";
  static final Duration LEASE = Duration.ofMinutes(1);
  static final Duration PULLER_LEASE = Duration.ofMinutes(10);

  private final Database database;
  private final BoardServer server;
  private final Clock clock;
  private final SharedBoard board;
  private final PulledTasks tasks;
  private final Path tokens;

  BoardBench(DatabaseSettings settings, Clock clock, Path directory) throws IOException {
    this.clock = clock;
    database = new Database(settings);
    SecureRandom random = new SecureRandom();
    Transactions transactions = new Transactions(database, Thread::sleep, random);
    TokenSource source = new TokenSource(clock, random);
    board = new SharedBoard(transactions, source, LEASE);
    tasks = new PulledTasks(transactions, source, PULLER_LEASE);
    tokens = directory.resolve("tokens-" + UUID.randomUUID());
    Files.writeString(tokens, "# of the tests\n" + TOKEN + "\n");
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    server =
        new BoardServer(
            new BoardSettings("127.0.0.1", 0, tokens, false, PULLER_LEASE),
            tasks,
            Set.of(LIBRARY),
            Optional.empty());
    server.start();
  }

  SharedBoard board() {
    return board;
  }

  PulledTasks tasks() {
    return tasks;
  }

  Path tokens() {
    return tokens;
  }

  String url() {
    return "http://127.0.0.1:" + server.port();
  }

  RecallTableDriver driver() {
    return new RecallTableDriver(
        LIBRARY,
        new RecallTableSettings(
            4, Duration.ofMinutes(5), Duration.ofSeconds(30), Duration.ofMillis(20)),
        board,
        new RecallTableDriver.Timing(clock, Thread::sleep, UUID::randomUUID));
  }

  /** A request with the right token. */
  HttpResponse<String> post(String path, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Authorization", "Bearer " + TOKEN)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
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
