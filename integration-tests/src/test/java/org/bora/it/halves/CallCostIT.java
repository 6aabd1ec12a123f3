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
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
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
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.RemoteBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What it costs to cross from one half to the other, in CPU time of the whole process, beside what
 * the least costs that could stand there: within a process the same answer by another thread, over
 * TLS as many bytes there and back on a connection of the JDK. The two take turns, and of several
 * slices of each the cheapest counts, which is the one that compilers, collectors and others on the
 * machine disturbed least. How many times the least a call may cost leaves it room, but not twice
 * what it costs now. The figures are printed.
 */
class CallCostIT {

  private static final int SLICES = 5;

  /** Of a slice: the clock of processor time may tick a hundred times a second. */
  private static final int CALLS_IN_PROCESS = 100_000;

  private static final int CALLS_OVER_TLS = 4_000;
  private static final double MOST_IN_PROCESS = 11;
  private static final double MOST_OVER_TLS = 10;

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
      compare(
          "in one process",
          () -> call(local),
          () -> threads.submit(() -> REPLY).get(),
          CALLS_IN_PROCESS,
          MOST_IN_PROCESS);
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
                    List.of(new BackendEndpoint("localhost", server.port())),
                    authority.host("frontend")),
                timer);
        var bare = new BareTls(authority.host("bare"))) {
      var remote = new RemoteBackend(pool, Clock.systemUTC());
      compare(
          "over mutual TLS, both halves",
          () -> call(remote),
          bare::thereAndBack,
          CALLS_OVER_TLS,
          MOST_OVER_TLS);
    }
  }

  private static Object call(Backend backend) {
    var call = new Call(ALICE, Instant.now().plus(Duration.ofMinutes(1)), "trace");
    return backend.call(Catalogue.RELEASE_FILES, call, REQUEST);
  }

  private static void compare(
      String where, Callable<?> call, Callable<?> least, int count, double most) throws Exception {
    nanosEach(call, count);
    nanosEach(least, count);
    long nanosOfCall = Long.MAX_VALUE;
    long nanosOfLeast = Long.MAX_VALUE;
    for (int slice = 0; slice < SLICES; slice++) {
      nanosOfCall = Math.min(nanosOfCall, nanosEach(call, count));
      nanosOfLeast = Math.min(nanosOfLeast, nanosEach(least, count));
    }
    double times = (double) nanosOfCall / nanosOfLeast;
    String found =
        "a call %s: %.1f us of CPU, %.2f times the least of %.1f us"
            .formatted(where, nanosOfCall / 1000.0, times, nanosOfLeast / 1000.0);
    System.out.println(found);
    assertTrue(times < most, found);
  }

  /** From a virtual thread, as the frontend calls. */
  private static long nanosEach(Callable<?> one, int count) throws Exception {
    var cpu = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    var calls =
        new FutureTask<Void>(
            () -> {
              for (int i = 0; i < count; i++) {
                one.call();
              }
              return null;
            });
    long before = cpu.getProcessCpuTime();
    Thread.ofVirtual().start(calls);
    calls.get(2, TimeUnit.MINUTES);
    return (cpu.getProcessCpuTime() - before) / count;
  }

  private static final Backend BACKEND =
      Functions.of(Catalogue.RELEASE_FILES, (call, question) -> REPLY);
}
