package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditedCalls;
import org.bora.backend.audit.CallAudit;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A call that looks at a file, hangs, and is told of: it removes nothing when it is back. */
@Timeout(60)
class ToldCallIT {
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Call CALL =
      new Call(
          new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1"),
          NOON.plusSeconds(600),
          "trace-1");
  private static final MkdirRequest REQUEST = new MkdirRequest(new Surl("srm://se/a"));

  private final AtomicLong nanos = new AtomicLong();
  private final Bulkheads bulkheads =
      new Bulkheads(new BulkheadSettings(SILENCE, 16), 4, nanos::get);
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch inside = new CountDownLatch(1);
  private final CountDownLatch mended = new CountDownLatch(1);
  private final AreaTree tree = bulkheads.around("a", hanging());
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private final CompletableFuture<Reason> removed = new CompletableFuture<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private AuditLog log;
  private CallAudit audit;
  @TempDir private Path directory;

  @BeforeEach
  void open() throws IOException {
    log =
        AuditLog.open(
            AuditSettings.defaults(),
            new AuditLog.Place(directory, "h", "backend"),
            CLOCK,
            nanos::get,
            timer);
    audit = new CallAudit(new AuditedCalls(log, false, nanos::get));
  }

  @AfterEach
  void close() throws IOException {
    mended.countDown();
    threads.shutdownNow();
    timer.shutdownNow();
    log.close();
  }

  private AreaTree hanging() {
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, method, _) -> {
              asked.add(method.getName());
              if (method.getName().equals("facts")) {
                inside.countDown();
                assertTrue(mended.await(30, TimeUnit.SECONDS), "never mended");
              }
              return method.getReturnType() == Residences.class
                  ? Proxy.newProxyInstance(
                      Residences.class.getClassLoader(),
                      new Class<?>[] {Residences.class},
                      (_, _, _) -> null)
                  : null;
            });
  }

  /** Looks, and removes what it looked at. */
  private StatusReply work() {
    AreaPath path = AreaPath.parse("a");
    try {
      tree.facts(path);
      over.complete(Waiting.isOver());
      tree.removeFile(path);
      removed.complete(null);
    } catch (StorageException e) {
      removed.complete(e.reason());
    }
    return new StatusReply(ReturnStatus.success());
  }

  private Backend working() {
    return FakeBackend.answering((_, _) -> work());
  }

  @Test
  void inTheSameProcess() throws Exception {
    try (LocalBackend local =
        new LocalBackend(this::working, audit, CLOCK, CLOCK, threads, ServedCalls.alone(CLOCK))) {
      hearsAndHasNothingDone(
          () -> {
            BackendFailure failure =
                assertThrows(
                    BackendFailure.class, () -> local.call(Catalogue.MKDIR, CALL, REQUEST));
            return failure.isOfSilentStorage();
          });
    }
  }

  @Test
  void overTheWire() throws Exception {
    String name = UUID.randomUUID().toString();
    BackendServer server =
        BackendServer.on(
                InProcessServerBuilder.forName(name).executor(threads),
                this::working,
                new Witnesses(audit, ServedCalls.alone(CLOCK), _ -> {}),
                List::of,
                new BackendServer.Timing(
                    CLOCK, Duration.ofDays(1), new Standstill(System::nanoTime)),
                _ -> {},
                () -> {})
            .start();
    ManagedChannel channel = InProcessChannelBuilder.forName(name).directExecutor().build();
    try {
      hearsAndHasNothingDone(() -> FailureCodec.isOfSilentStorage(refusal(channel)));
    } finally {
      channel.shutdownNow();
      server.close();
    }
  }

  private static StatusRuntimeException refusal(ManagedChannel channel) {
    return assertThrows(
        StatusRuntimeException.class,
        () ->
            ClientCalls.blockingUnaryCall(
                channel,
                Methods.of(Catalogue.MKDIR),
                CallOptions.DEFAULT,
                Messages.question(Catalogue.MKDIR, CALL, REQUEST)));
  }

  /**
   * @param call returns whether it was told of silent storage
   */
  private void hearsAndHasNothingDone(Supplier<Boolean> call) throws Exception {
    CompletableFuture<List<String>> linesWhenHeard = new CompletableFuture<>();
    CompletableFuture<Boolean> told =
        CompletableFuture.supplyAsync(
            () -> {
              boolean silent = call.get();
              linesWhenHeard.complete(lines());
              return silent;
            },
            threads);
    assertTrue(inside.await(30, TimeUnit.SECONDS));
    nanos.addAndGet(SILENCE.plusSeconds(1).toNanos());
    bulkheads.look();
    assertTrue(told.get(30, TimeUnit.SECONDS));
    List<String> early = linesWhenHeard.get(30, TimeUnit.SECONDS);
    assertEquals(1, early.size(), "before the answer");
    assertTrue(early.getFirst().contains("\"outcome\":\"failed\""), early.getFirst());

    bulkheads.look();
    nanos.addAndGet(SILENCE.plusSeconds(1).toNanos()); // the try after the silence is free
    mended.countDown();
    assertTrue(over.get(30, TimeUnit.SECONDS), "nobody waits any more");
    assertEquals(Reason.SILENT, removed.get(30, TimeUnit.SECONDS));
    assertFalse(asked.contains("removeFile"), "somebody may have written a new one");
    threads.shutdown();
    assertTrue(threads.awaitTermination(30, TimeUnit.SECONDS));
    List<String> all = lines();
    assertEquals(2, all.size());
    assertTrue(all.getLast().contains("\"unheard\":true"), all.getLast());
    assertFalse(all.getFirst().contains("unheard"));
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.readAllLines(file).stream()
            .filter(line -> line.contains("srmMkdir"))
            .forEach(lines::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }
}
