package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.InTurn;
import org.bora.door.admit.poll.SharedPolls;
import org.bora.door.admit.turn.FairTurns;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.door.audit.AccessAudit;
import org.bora.door.figures.CallWatch;
import org.bora.door.gsi.Identity;
import org.bora.port.GuardedPort;
import org.bora.port.PortBounds;
import org.bora.port.PortSettings;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;

/** The endpoint over plain HTTP on a port of its own; the identity is whatever a test sets. */
final class Endpoint implements AutoCloseable {
  static final Caller ALICE =
      new Caller(
          "/DC=org/DC=example/CN=Alice",
          "/DC=org/DC=example/CN=CA",
          List.of(Fqan.parse("/testvo/Role=NULL")),
          "127.0.0.1");

  record Reply(int code, String body, HttpResponse<byte[]> http) {}

  final RecordingBackend backend = new RecordingBackend();
  final BoundedAdmission admission;
  final FairTurns turns;
  volatile Identity identity = new Identity.Known(ALICE);
  private final GuardedPort port;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Endpoint() throws Exception {
    this(SoapSettings.defaults("httpg://srm.example.org:8444/srm/managerv2", "0.1"));
  }

  Endpoint(SoapSettings settings) throws Exception {
    this(settings, AdmissionSettings.defaults());
  }

  Endpoint(SoapSettings settings, AdmissionSettings bounds) throws Exception {
    this(settings, bounds, AccessAudit.off());
  }

  Endpoint(SoapSettings settings, AdmissionSettings admits, AccessAudit audit) throws Exception {
    Clock clock = Clock.systemUTC();
    // the middle of what clients may be told
    RetryTimes retries = new RetryTimes(() -> 1L << 63);
    admission = new BoundedAdmission(admits, clock, retries);
    turns = new FairTurns(admits.turns(), clock, System::nanoTime, retries);
    Backend inTurn = new InTurn(backend, turns, new SharedPolls(clock));
    AtomicInteger number = new AtomicInteger();
    Supplier<String> traces = () -> "trace-" + number.incrementAndGet();
    SrmServlet servlet =
        new SrmServlet(inTurn, admission, settings, audit, clock, traces, watch(clock));
    ServletContextHandler context = new ServletContextHandler();
    context.addFilter(
        new FilterHolder(new IdentityFilter()), "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addServlet(new ServletHolder(servlet), SrmServlet.PATH);
    PortBounds bounds = new PortBounds(10_000, 10_000, 10_000, Duration.ofMinutes(1));
    port =
        new GuardedPort(
            new PortSettings("soap", "localhost", 0, 16_384, bounds, Optional.empty()), context);
    port.open();
  }

  private static CallWatch watch(Clock clock) {
    return CallWatch.alone(clock, System::nanoTime);
  }

  private final class IdentityFilter implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      request.setAttribute(Identity.ATTRIBUTE, identity);
      chain.doFilter(request, response);
    }
  }

  int port() {
    return port.port();
  }

  Reply post(String body) throws Exception {
    return post(HttpRequest.BodyPublishers.ofString(body));
  }

  Reply post(HttpRequest.BodyPublisher body) throws Exception {
    return send(request("").POST(body).header("Content-Type", "text/xml").build());
  }

  Reply get(String query) throws Exception {
    return send(request(query).GET().build());
  }

  /** With one header of the test's own. */
  HttpResponse<byte[]> ask(String query, String method, String header, String value)
      throws Exception {
    HttpRequest request =
        request(query)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header(header, value)
            .build();
    return send(request).http();
  }

  private HttpRequest.Builder request(String query) {
    return HttpRequest.newBuilder(
        URI.create("http://localhost:" + port() + SrmServlet.PATH + query));
  }

  private Reply send(HttpRequest request) throws Exception {
    HttpResponse<byte[]> http = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    return new Reply(http.statusCode(), new String(http.body(), UTF_8), http);
  }

  /** A call whose part has these fields, as gSOAP writes it. */
  Reply call(String operation, String fields) throws Exception {
    return post(envelope(operation, fields));
  }

  static String envelope(String operation, String fields) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xmlns:xsd="http://www.w3.org/2001/XMLSchema" \
    xmlns:srm="http://srm.lbl.gov/StorageResourceManager"><SOAP-ENV:Body \
    SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><srm:OPERATION><OPERATIONRequest>\
    """
            .replace("OPERATION", operation)
        + fields
        + "</"
        + operation
        + "Request></srm:"
        + operation
        + "></SOAP-ENV:Body></SOAP-ENV:Envelope>";
  }

  /** A call gives its place back only after its reply has left, so a client may be ahead of it. */
  void awaitIdle() {
    long deadlineNanos = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (admission.callsInProgress() > 0) {
      if (System.nanoTime() > deadlineNanos) {
        throw new AssertionError(admission.callsInProgress() + " calls are still in progress");
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    client.close();
    port.close();
  }
}
