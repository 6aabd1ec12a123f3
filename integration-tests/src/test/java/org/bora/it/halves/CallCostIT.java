package org.bora.it.halves;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.audit.CallAudit;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.LocalBackend;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.ServedCalls;
import org.bora.backend.serve.Witnesses;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.Endpoint;
import org.bora.frontend.dispatch.RemoteBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What it costs to cross from one half to the other, in CPU time of the whole process, and so of
 * its compilers and collectors too: of several slices the cheapest counts, which is the one that
 * they, and others on the machine, disturbed least. The figures are printed; the bounds are wide.
 */
class CallCostIT {

  private static final int SLICES = 8;
  private static final int CALLS_IN_PROCESS = 60_000;
  private static final int CALLS_OVER_TLS = 15_000;
  private static final long BOUND_IN_PROCESS_MICROS = 50;
  private static final long BOUND_OVER_TLS_MICROS = 500;

  private static final Surl FILE = new Surl("srm://se.example:8444/testvo/user/file");
  private static final ReleaseRequest REQUEST =
      new ReleaseRequest(Optional.of(UUID.randomUUID().toString()), List.of(FILE), false);
  private static final SurlStatusesReply REPLY =
      new SurlStatusesReply(
          ReturnStatus.success(), List.of(new SurlStatus(FILE, ReturnStatus.success())));
  private static final Caller ALICE =
      new Caller(
          "/DC=test/O=example/CN=alice",
          "/DC=test/CN=ca",
          List.of(Fqan.parse("/testvo/Role=production"), Fqan.parse("/testvo")),
          "192.0.2.1");

  @Test
  void aCallWithinOneProcessIsSmallBesideAPing() throws Exception {
    Clock clock = Clock.systemUTC();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var local =
            new LocalBackend(
                () -> BACKEND, CallAudit.off(), clock, clock, threads, ServedCalls.alone(clock))) {
      long nanos = nanosPerCall(local, CALLS_IN_PROCESS);
      report("in one process", nanos, BOUND_IN_PROCESS_MICROS);
    }
  }

  @Test
  void aCallOverTlsCostsBothSidesTogether(@TempDir Path directory) throws Exception {
    var authority = new Authority(directory, "authority");
    var serving =
        ServeSettings.defaults(
            "localhost", 0, authority.host("backend"), List.of("/DC=test/CN=frontend"));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var timer = Executors.newSingleThreadScheduledExecutor();
        var server =
            BackendServer.overTls(
                    serving,
                    () -> BACKEND,
                    Witnesses.none(Clock.systemUTC()),
                    List::of,
                    Clock.systemUTC(),
                    threads,
                    timer)
                .start();
        var pool =
            BackendPool.overTls(
                DispatchSettings.defaults(
                    List.of(new Endpoint("localhost", server.port())), authority.host("frontend")),
                timer)) {
      long nanos = nanosPerCall(new RemoteBackend(pool, Clock.systemUTC()), CALLS_OVER_TLS);
      report("over mutual TLS, both halves", nanos, BOUND_OVER_TLS_MICROS);
    }
  }

  private static long nanosPerCall(Backend backend, int count) throws InterruptedException {
    var cpu = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    calls(backend, count);
    long least = Long.MAX_VALUE;
    for (int slice = 0; slice < SLICES; slice++) {
      long before = cpu.getProcessCpuTime();
      calls(backend, count / SLICES);
      least = Math.min(least, (cpu.getProcessCpuTime() - before) / (count / SLICES));
    }
    return least;
  }

  /** From a virtual thread, as the frontend calls. */
  private static void calls(Backend backend, int count) throws InterruptedException {
    Thread calling =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 0; i < count; i++) {
                    var call = new Call(ALICE, Instant.now().plus(Duration.ofMinutes(1)), "trace");
                    backend.call(Catalogue.RELEASE_FILES, call, REQUEST);
                  }
                });
    assertTrue(calling.join(Duration.ofMinutes(2)), "the calls do not end");
  }

  private static final Backend BACKEND =
      Functions.of(Catalogue.RELEASE_FILES, (call, question) -> REPLY);

  private static void report(String where, long nanos, long boundMicros) {
    System.out.printf("a call %s: %.1f us of CPU%n", where, nanos / 1000.0);
    assertTrue(nanos < boundMicros * 1000, () -> nanos + " ns");
  }
}
