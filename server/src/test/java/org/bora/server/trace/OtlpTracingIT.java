package org.bora.server.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.api.trace.Step;
import org.bora.server.trace.TraceCollector.Told;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Steps arrive at a collector that speaks OTLP over HTTP. */
class OtlpTracingIT {
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private TraceCollector collector;

  @BeforeEach
  void listen() throws IOException {
    collector = TraceCollector.listen();
  }

  @AfterEach
  void stop() {
    collector.close();
    other.shutdownNow();
  }

  @Test
  void oneTraceGoesThroughBothHalvesToTheDatabase() throws Exception {
    String parent;
    try (OtlpTracing frontend = new OtlpTracing(collector.endpoint(), 1, "bora-frontend");
        OtlpTracing backend = new OtlpTracing(collector.endpoint(), 1, "bora-backend")) {
      try (Step call = frontend.begin("srmPrepareToGet")) {
        call.note("bora.token", "0190-token");
        parent = frontend.current();
        Future<?> served = other.submit(() -> serve(backend, parent));
        served.get();
      }
      assertEquals("", frontend.current());
    }
    Told call = the("srmPrepareToGet");
    Told served = the("backend-step");
    Told transaction = the("transaction");
    assertEquals(3, collector.told().size(), collector.told()::toString);
    assertTrue(parent.startsWith("00-" + call.trace() + "-" + call.id() + "-"), parent);
    assertEquals("0190-token", call.attributes().get("bora.token"));
    assertEquals(List.of("", "bora-frontend"), List.of(call.parent(), call.service()));
    for (Told below : List.of(served, transaction)) {
      assertEquals(List.of(call.trace(), "bora-backend"), List.of(below.trace(), below.service()));
    }
    assertEquals(call.id(), served.parent());
    assertEquals(served.id(), transaction.parent());
  }

  private Told the(String name) {
    return collector.told().stream()
        .filter(step -> step.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + collector.told()));
  }

  private static void serve(OtlpTracing backend, String parent) {
    try (Step step = backend.begin("backend-step", parent)) {
      step.failed("on purpose");
      backend.part("transaction").close();
    }
  }

  @Test
  void whoIsNotSampledIsNotToldByTheOtherHalfEither() throws Exception {
    try (OtlpTracing frontend = new OtlpTracing(collector.endpoint(), 0, "bora-frontend");
        OtlpTracing backend = new OtlpTracing(collector.endpoint(), 1, "bora-backend")) {
      try (Step call = frontend.begin("srmLs")) {
        call.note("bora.token", "nobody reads this");
        String parent = frontend.current();
        other.submit(() -> serve(backend, parent)).get();
      }
    }
    assertEquals(List.of(), collector.told());
  }

  @Test
  void aParentThatIsNoneBeginsATraceOfItsOwn() {
    List<String> nones = List.of("", "00-xyz", "00-" + "0".repeat(32) + "-1-01");
    try (OtlpTracing backend = new OtlpTracing(collector.endpoint(), 1, "bora-backend")) {
      nones.forEach(parent -> serve(backend, parent));
    }
    List<Told> first =
        collector.told().stream().filter(step -> step.name().equals("backend-step")).toList();
    assertEquals(nones.size(), first.stream().map(Told::trace).distinct().count());
    assertTrue(first.stream().allMatch(step -> step.parent().isEmpty()), first::toString);
  }

  @Test
  void whatRunsWithoutBeingCalledMakesNoTraces() {
    try (OtlpTracing backend = new OtlpTracing(collector.endpoint(), 1, "bora-backend")) {
      backend.part("sweep").close();
      backend.begin("srmLs").close();
      backend.part("sweep").close();
    }
    assertEquals(List.of("srmLs"), collector.told().stream().map(Told::name).toList());
  }

  @Test
  void aCallIsOfTheServerAndATransactionOfAClient() throws Exception {
    try (OtlpTracing backend = new OtlpTracing(collector.endpoint(), 1, "bora-backend")) {
      serve(backend, "");
    }
    assertEquals(2, the("backend-step").kind());
    assertEquals(3, the("transaction").kind());
  }

  @Test
  void aCollectorThatIsNotThereDisturbsNobody() {
    collector.close();
    try (OtlpTracing tracing = new OtlpTracing(collector.endpoint(), 1, "bora")) {
      for (int call = 0; call < 100; call++) {
        tracing.begin("srmPing").close();
      }
    }
  }
}
