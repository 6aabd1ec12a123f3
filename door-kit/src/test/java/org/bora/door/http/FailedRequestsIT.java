package org.bora.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bora.api.BackendFailure;
import org.bora.api.figures.CallError;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.CallTarget;
import org.bora.api.figures.LastErrors;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.Admission;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.AccessAudit;
import org.bora.door.gsi.Identity;
import org.bora.port.GuardedPort;
import org.bora.port.PortBounds;
import org.bora.port.PortSettings;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that fail are among the last errors of their process, with what they are about. */
class FailedRequestsIT {
  private static final String ALICE = "/CN=alice";

  private final LastErrors errors = new LastErrors();
  private ExecutorService threads;
  private GuardedPort port;

  /** Each path ends otherwise. */
  private static final class Failures implements HttpService {
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
      return identity ->
          new Verdict.Admitted(
              ((Identity.Known) identity).caller(), Instant.now().plusSeconds(60), () -> {});
    }

    @Override
    public boolean storesBody(Request request) {
      return false;
    }

    @Override
    public List<String> objects(Request request) {
      return List.of("srm://localhost" + Request.getPathInContext(request));
    }

    @Override
    public void serve(Exchange exchange) throws Refused {
      switch (Request.getPathInContext(exchange.request())) {
        case "/full" -> throw new Refused(507, "no space is left");
        case "/none" -> throw new Refused(404, "no such file");
        case "/no-such-thing" -> throw new Refused(501, "there is no such function");
        case "/quota" -> throw Refused.of(ReturnStatus.of(SrmStatus.NO_USER_SPACE, "your quota"));
        case "/changed" -> throw new Refused(503, "the file was changed, try again");
        case "/away" ->
            throw new BackendFailure(
                BackendFailure.Kind.TRANSIENT, "no storage backend can be reached", null);
        case "/broken" -> throw new IllegalStateException("a mistake of ours");
        default -> exchange.answer(204);
      }
    }
  }

  /** Every request is Alice's. */
  private static final class Known extends Handler.Wrapper {
    Known(Handler service) {
      super(service);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      Caller alice = new Caller(ALICE, "/CN=issuer", List.of(), "localhost");
      request.setAttribute(Identity.ATTRIBUTE, new Identity.Known(alice));
      return super.handle(request, response, callback);
    }
  }

  @BeforeEach
  void open() throws IOException {
    threads = Executors.newVirtualThreadPerTaskExecutor();
    ServiceHandler.Parts parts =
        new ServiceHandler.Parts(
            AccessAudit.off(),
            _ -> false,
            threads,
            () -> "trace-no-1",
            Clock.systemUTC(),
            System::nanoTime,
            errors);
    PortBounds bounds = new PortBounds(8, 8, 8, Duration.ofSeconds(30));
    port =
        new GuardedPort(
            new PortSettings("failures", "127.0.0.1", 0, 1_024, bounds, Optional.empty()),
            new Known(new ServiceHandler(new Failures(), parts)));
    port.open();
  }

  @AfterEach
  void close() {
    port.close();
    threads.close();
  }

  private int get(String path) throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + port.port() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Test
  void whatTheSiteMustMendIsRememberedAndWhatClientsGotWrongIsNot() throws Exception {
    assertEquals(204, get("/well"));
    assertEquals(404, get("/none"));
    assertEquals(501, get("/no-such-thing"));
    assertEquals(507, get("/quota"));
    assertEquals(List.of(), errors.list());
    assertEquals(507, get("/full"));
    assertEquals(507, get("/full"));
    assertEquals(503, get("/away"));
    assertEquals(503, get("/changed"));
    List<CallError> list = errors.list();
    assertEquals(
        List.of(CallResult.FAILED, CallResult.FAILED, CallResult.BUSY),
        list.stream().map(CallError::result).toList());
    CallError away = list.getFirst();
    assertEquals("HTTP 503", away.status());
    assertTrue(away.reason().startsWith("no storage backend can be reached"), away.reason());
    CallError full = list.get(1);
    assertEquals(500, get("/broken"));
    assertEquals("HTTP 500", errors.list().getFirst().status());
    assertEquals(2, full.times());
    assertEquals(CallResult.FAILED, full.result());
    assertEquals("GET", full.operation());
    assertEquals(ALICE, full.dn());
    assertEquals(Optional.of(new CallTarget("srm://localhost/full", 0)), full.target());
  }
}
