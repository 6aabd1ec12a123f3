package org.bora.launcher.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import org.bora.api.trace.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Steps arrive at a collector that speaks OTLP over HTTP. */
class OtlpTracingIT {
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private HttpServer collector;

  @BeforeEach
  void listen() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
          try (InputStream plain =
              packed
                  ? new GZIPInputStream(new ByteArrayInputStream(body))
                  : new ByteArrayInputStream(body)) {
            // names, identifiers and attributes stand in the message as they are
            bodies.add(new String(plain.readAllBytes(), ISO_8859_1));
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void stop() {
    collector.stop(0);
    other.shutdownNow();
  }

  private URI endpoint() {
    return URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces");
  }

  @Test
  void oneTraceGoesThroughBothHalvesToTheDatabase() throws Exception {
    String parent;
    try (OtlpTracing frontend = new OtlpTracing(endpoint(), 1, "bora-frontend");
        OtlpTracing backend = new OtlpTracing(endpoint(), 1, "bora-backend")) {
      try (Step call = frontend.begin("srmPrepareToGet")) {
        call.note("bora.token", "0190-token");
        parent = frontend.current();
        Future<?> served = other.submit(() -> serve(backend, parent));
        served.get();
      }
      assertEquals("", frontend.current());
    }
    String all = String.join("", bodies);
    for (String part :
        List.of(
            "srmPrepareToGet",
            "backend-step",
            "transaction",
            "bora-frontend",
            "bora-backend",
            "0190-token")) {
      assertTrue(all.contains(part), part + " did not arrive");
    }
    String trace = bytes(parent.split("-", -1)[1]);
    assertEquals(3, all.split(java.util.regex.Pattern.quote(trace), -1).length - 1);
  }

  private static void serve(OtlpTracing backend, String parent) {
    try (Step step = backend.begin("backend-step", parent)) {
      step.failed("on purpose");
      backend.begin("transaction").close();
    }
  }

  @Test
  void whoIsNotSampledIsNotToldByTheOtherHalfEither() throws Exception {
    try (OtlpTracing frontend = new OtlpTracing(endpoint(), 0, "bora-frontend");
        OtlpTracing backend = new OtlpTracing(endpoint(), 1, "bora-backend")) {
      try (Step call = frontend.begin("srmLs")) {
        call.note("bora.token", "nobody reads this");
        String parent = frontend.current();
        other.submit(() -> serve(backend, parent)).get();
      }
    }
    assertEquals(List.of(), bodies);
  }

  @Test
  void aParentThatIsNoneBeginsATraceOfItsOwn() {
    try (OtlpTracing backend = new OtlpTracing(endpoint(), 1, "bora-backend")) {
      for (String parent : List.of("", "00-xyz", "00-" + "0".repeat(32) + "-1-01")) {
        serve(backend, parent);
      }
    }
    assertTrue(String.join("", bodies).contains("backend-step"));
  }

  @Test
  void aCollectorThatIsNotThereDisturbsNobody() throws InterruptedException, ExecutionException {
    collector.stop(0);
    try (OtlpTracing tracing = new OtlpTracing(endpoint(), 1, "bora")) {
      for (int call = 0; call < 100; call++) {
        tracing.begin("srmPing").close();
      }
    }
  }

  /** As it stands in the message. */
  private static String bytes(String hexadecimal) {
    return new String(java.util.HexFormat.of().parseHex(hexadecimal), ISO_8859_1);
  }
}
