package org.bora.it.halves;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.put.PutReply;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.ReturnStatus;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditedCalls;
import org.bora.backend.audit.CallAudit;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.ServedCalls;
import org.bora.backend.serve.Witnesses;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.InTurn;
import org.bora.door.admit.poll.SharedPolls;
import org.bora.door.admit.turn.FairTurns;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.door.audit.AccessAudit;
import org.bora.door.figures.CallWatch;
import org.bora.door.gsi.Identity;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.frontend.soap.SoapSettings;
import org.bora.frontend.soap.SrmServlet;
import org.bora.port.GuardedPort;
import org.bora.port.PortBounds;
import org.bora.port.PortSettings;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/FLOW.md lists the classes that srmPrepareToPut passes between the types of SOAP and its
 * function, in two processes. Here they are read from the stacks of both threads, with the function
 * running at the end of them and the audit log kept, as it usually is.
 */
class StopsIT {
  private static final int MOST_STOPS = 9;
  private static final Path FLOW = Path.of("..", "docs", "FLOW.md");

  private static final Caller ALICE =
      new Caller("/CN=alice", "/CN=ca", List.of(Fqan.parse("/testvo")), "127.0.0.1");

  /** Classes of ours on a stack, outermost call first, without those that they contain. */
  private static List<String> classes(StackTraceElement[] stack) {
    Set<String> names = new LinkedHashSet<>();
    Arrays.stream(stack)
        .map(StackTraceElement::getClassName)
        .filter(name -> name.startsWith("org.bora.") && !name.startsWith("org.bora.it."))
        .map(name -> name.substring(name.lastIndexOf('.') + 1).replaceAll("\\$.*", ""))
        .forEach(names::add);
    return List.copyOf(names).reversed();
  }

  /** Backticked names of classes in the paragraph, without their packages. */
  private static List<String> listed() throws Exception {
    String page = Files.readString(FLOW);
    int start = page.indexOf("What lies between the types of SOAP and `PrepareToPut`");
    assertTrue(start > 0, "FLOW.md has no list of stops");
    String sentence = page.substring(start, page.indexOf("(docs/adr/0045)", start));
    return Pattern.compile("`(?:[a-z]+\\.)*([A-Z]\\w+)`")
        .matcher(sentence)
        .results()
        .map((MatchResult name) -> name.group(1))
        .skip(1)
        .toList();
  }

  @Test
  void aPutPassesTheStopsThatFlowLists(@TempDir Path directory) throws Exception {
    var calling = new AtomicReference<Thread>();
    var frontend = new AtomicReference<List<String>>();
    var backend = new AtomicReference<List<String>>();
    Backend functions =
        Functions.of(
            Catalogue.PREPARE_TO_PUT,
            (call, question) -> {
              frontend.set(classes(calling.get().getStackTrace()));
              backend.set(classes(Thread.currentThread().getStackTrace()));
              return new PutReply(
                  ReturnStatus.success(), Optional.of("t"), List.of(), OptionalInt.empty());
            });
    putThrough(functions, calling, directory);

    int from = frontend.get().indexOf("SoapPutOperations");
    assertTrue(from >= 0, frontend::toString);
    Set<String> met = new HashSet<>(frontend.get().subList(from, frontend.get().size()));
    met.addAll(backend.get());
    assertEquals(Set.copyOf(listed()), met, frontend + " " + backend);
    assertTrue(met.size() <= MOST_STOPS, met::toString);
  }

  private static void putThrough(Backend functions, AtomicReference<Thread> calling, Path directory)
      throws Exception {
    Clock clock = Clock.systemUTC();
    var authority = new Authority(directory, "authority");
    var serving =
        ServeSettings.defaults(
            "localhost", 0, authority.host("backend"), List.of("/DC=test/CN=frontend"));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var timer = Executors.newSingleThreadScheduledExecutor();
        var log =
            AuditLog.open(
                AuditSettings.defaults(),
                new AuditLog.Place(directory, "h", "both"),
                clock,
                System::nanoTime,
                timer);
        var server =
            BackendServer.overTls(
                    serving,
                    () -> functions,
                    new Witnesses(
                        new CallAudit(audited(log)), ServedCalls.alone(clock), figures -> {}),
                    List::of,
                    clock,
                    threads,
                    timer)
                .start();
        var pool =
            BackendPool.overTls(
                DispatchSettings.defaults(
                    List.of(new BackendEndpoint("localhost", server.port())),
                    authority.host("frontend")),
                timer);
        var port = port(new RemoteBackend(pool, clock), calling, clock, log)) {
      port.open();
      put(port.port());
    }
  }

  private static AuditedCalls audited(AuditLog log) {
    return new AuditedCalls(log, false, System::nanoTime);
  }

  private static GuardedPort port(
      Backend remote, AtomicReference<Thread> calling, Clock clock, AuditLog log) {
    RetryTimes retries = new RetryTimes(() -> 0);
    AdmissionSettings admission = AdmissionSettings.defaults();
    FairTurns turns = new FairTurns(admission.turns(), clock, System::nanoTime, retries);
    Supplier<String> traces =
        () -> {
          calling.set(Thread.currentThread());
          return "trace";
        };
    SrmServlet servlet =
        new SrmServlet(
            new InTurn(remote, turns, new SharedPolls(clock)),
            new BoundedAdmission(admission, clock, retries),
            SoapSettings.defaults("httpg://localhost:8444/srm/managerv2", "0.1"),
            new AccessAudit(audited(log)),
            clock,
            traces,
            CallWatch.alone(clock, System::nanoTime));
    Filter identity =
        (request, response, chain) -> {
          request.setAttribute(Identity.ATTRIBUTE, new Identity.Known(ALICE));
          chain.doFilter(request, response);
        };
    ServletContextHandler context = new ServletContextHandler();
    context.addFilter(new FilterHolder(identity), "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addServlet(new ServletHolder(servlet), SrmServlet.PATH);
    PortBounds bounds = new PortBounds(10, 10, 10, Duration.ofMinutes(1));
    return new GuardedPort(
        new PortSettings("soap", "localhost", 0, 16_384, bounds, Optional.empty()), context);
  }

  private static void put(int port) throws Exception {
    String call =
        """
        <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>\
        <s:srmPrepareToPut xmlns:s="http://srm.lbl.gov/StorageResourceManager">\
        <srmPrepareToPutRequest><arrayOfFileRequests><requestArray><targetSURL>srm://h/vo/f\
        </targetSURL></requestArray></arrayOfFileRequests></srmPrepareToPutRequest>\
        </s:srmPrepareToPut></e:Body></e:Envelope>""";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + SrmServlet.PATH))
            .header("Content-Type", "text/xml")
            .POST(HttpRequest.BodyPublishers.ofString(call))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer.body());
      assertTrue(answer.body().contains("SRM_SUCCESS"), answer.body());
    }
  }
}
