package org.bora.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.bora.api.figures.LastErrors;
import org.bora.api.word.Caller;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditedCalls;
import org.bora.door.admit.Admission;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.AccessAudit;
import org.bora.door.gsi.Identity;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every request has its line in the audit log, whatever becomes of it. */
@Timeout(60)
class UnansweredRequestsIT {
  private static final int PATIENCE_SECONDS = 30;
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=issuer", List.of(), "localhost");
  private static final Logger LOG = Logger.getLogger(ServiceHandler.class.getName());

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
  private final Handler logs = new Logged();
  private AuditLog audit;
  private Server server;
  private LocalConnector connector;

  @TempDir Path directory;

  private final class Logged extends Handler {
    @Override
    public void publish(LogRecord line) {
      logged.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Reads bodies, and has a fault. */
  private static final class Faulty implements HttpService {
    @Override
    public boolean isFor(Request request) {
      return true;
    }

    @Override
    public String name(Request request) {
      return request.getMethod();
    }

    @Override
    public Admission room(Request request) {
      return _ -> new Verdict.Admitted(ALICE, Instant.now().plusSeconds(60), () -> {});
    }

    @Override
    public boolean storesBody(Request request) {
      return true;
    }

    @Override
    public List<String> objects(Request request) {
      return List.of("srm://se" + Request.getPathInContext(request));
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
      switch (exchange.request().getMethod()) {
        case "PUT" -> assertEquals("abcd", Content.Source.asString(exchange.request()));
        case "DELETE" -> throw new IllegalStateException("no value of private interest");
        default -> throw new StackOverflowError();
      }
      exchange.answer(201);
    }
  }

  private static final class Known extends org.eclipse.jetty.server.Handler.Wrapper {
    Known(org.eclipse.jetty.server.Handler service) {
      super(service);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      request.setAttribute(Identity.ATTRIBUTE, new Identity.Known(ALICE));
      return super.handle(request, response, callback);
    }
  }

  @BeforeEach
  void open() throws Exception {
    LOG.addHandler(logs);
    audit =
        AuditLog.open(
            AuditSettings.defaults(),
            new AuditLog.Place(directory, "h", "door"),
            Clock.systemUTC(),
            System::nanoTime,
            timer);
    server = new Server();
    connector = new LocalConnector(server);
    server.addConnector(connector);
    server.setHandler(
        new Known(
            new ServiceHandler(
                new Faulty(),
                new ServiceHandler.Parts(
                    new AccessAudit(new AuditedCalls(audit, false, System::nanoTime)),
                    _ -> false,
                    threads,
                    () -> "trace7",
                    Clock.systemUTC(),
                    System::nanoTime,
                    new LastErrors()))));
    server.start();
  }

  @AfterEach
  void close() throws Exception {
    server.stop();
    threads.close();
    audit.close();
    timer.shutdownNow();
    LOG.removeHandler(logs);
  }

  private LocalConnector.LocalEndPoint ask(String head, String body) {
    LocalConnector.LocalEndPoint client = connector.connect();
    client.addInput(head + " HTTP/1.1\r\nHost: h\r\n" + body);
    return client;
  }

  private static String answer(LocalConnector.LocalEndPoint client) throws Exception {
    return client.getResponse(false, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The only line of a request. */
  private String line() throws Exception {
    List<String> lines = List.of();
    while (lines.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(20);
      lines = accesses();
    }
    assertEquals(1, lines.size(), lines.toString());
    return lines.getFirst();
  }

  private List<String> accesses() throws IOException {
    return Files.readAllLines(directory.resolve("audit-door.log")).stream()
        .filter(line -> line.contains("\"event\":\"access\""))
        .toList();
  }

  @Test
  void anUploadWhoseClientLeavesHasALine() throws Exception {
    LocalConnector.LocalEndPoint client = ask("PUT /f", "Content-Length: 4\r\n\r\nab");
    client.addInputEOF();

    String line = line();
    assertTrue(line.contains("\"op\":\"PUT\""), line);
    assertTrue(line.contains("\"outcome\":\"refused\""), line);
    assertTrue(line.contains("the request ended before its answer"), line);
    assertTrue(line.contains("srm://se/f"), line);
    assertTrue(
        logged.stream().noneMatch(one -> one.getLevel().equals(Level.SEVERE)), "no fault here");
  }

  @Test
  void anAnsweredRequestHasOneLine() throws Exception {
    LocalConnector.LocalEndPoint client = ask("PUT /f", "Content-Length: 4\r\n\r\nabcd");

    assertTrue(answer(client).startsWith("HTTP/1.1 201 "));
    assertTrue(line().contains("\"outcome\":\"served\""));
  }

  @Test
  void aFaultIsLoggedWithItsStackAndToldWithoutItsReason() throws Exception {
    for (String method : List.of("DELETE", "GET")) {
      String answer = answer(ask(method + " /f", "\r\n"));
      assertTrue(answer.startsWith("HTTP/1.1 500 "), answer);
      assertTrue(answer.endsWith("the service has a fault; quote trace7\n"), answer);
    }
    List<String> lines = accesses();
    assertEquals(2, lines.size(), lines.toString());
    assertTrue(lines.getFirst().contains("the service has a fault"), lines.getFirst());
    List<? extends Class<?>> thrown =
        logged.stream()
            .filter(one -> one.getLevel().equals(Level.SEVERE))
            .map(one -> one.getThrown().getClass())
            .toList();
    assertEquals(List.of(IllegalStateException.class, StackOverflowError.class), thrown);
  }
}
