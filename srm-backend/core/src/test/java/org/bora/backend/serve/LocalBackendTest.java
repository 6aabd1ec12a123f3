package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.backend.audit.CallAudit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LocalBackendTest {

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock FRONTENDS = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Duration AHEAD = Duration.ofHours(1);
  private static final Clock BACKENDS = Clock.offset(FRONTENDS, AHEAD);
  private static final Caller ALICE =
      new Caller("/CN=alice", "/CN=ca", List.of(Fqan.parse("/testvo/Role=x")), "192.0.2.1");
  private static final MkdirRequest REQUEST = new MkdirRequest(new Surl("srm://se/a"));
  private static final StatusReply DONE =
      new StatusReply(ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "it is there"));

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private LocalBackend local;

  @AfterEach
  void close() {
    if (local != null) {
      local.close();
    }
    threads.shutdownNow();
  }

  @Test
  void theOperationSeesTheCallOnAThreadOfTheBackendsAndByItsClock() {
    var seen = new AtomicReference<Call>();
    var thread = new AtomicReference<Thread>();
    Backend backend =
        serve(
            (operation, call) -> {
              seen.set(call);
              thread.set(Thread.currentThread());
              return operation.equals(Catalogue.MKDIR) ? DONE : null;
            });
    assertSame(DONE, backend.call(Catalogue.MKDIR, within(30).again(), REQUEST));
    assertEquals(new Call(ALICE, NOON.plus(AHEAD).plusSeconds(30), "trace-1", true), seen.get());
    assertNotEquals(Thread.currentThread(), thread.get());
  }

  @Test
  void aListingIsReadAsItIs() {
    var listing = LsReply.of(ReturnStatus.success(), List.of());
    Backend backend = serve((operation, call) -> operation.equals(Catalogue.LS) ? listing : null);
    try (LsStream entries = backend.open(Catalogue.LS, within(30), everything())) {
      assertEquals(ReturnStatus.success(), entries.status());
      assertEquals(Optional.empty(), entries.next());
    }
  }

  @Test
  void aFailureKeepsItsKindAndItsSentence() {
    for (BackendFailure.Kind kind : BackendFailure.Kind.values()) {
      Backend backend =
          serve(
              (operation, call) -> {
                throw new BackendFailure(kind, "the database does not answer", null);
              });
      BackendFailure failure = failureOf(backend, within(30));
      assertEquals(kind, failure.kind());
      assertEquals("the database does not answer", failure.getMessage());
    }
  }

  @Test
  void aSurpriseShowsNothingOfTheInside() {
    for (Throwable surprise :
        List.of(new IllegalStateException("/secret/path"), new StackOverflowError("/secret"))) {
      Backend backend =
          serve(
              (operation, call) -> {
                if (surprise instanceof Error error) {
                  throw error;
                }
                throw (RuntimeException) surprise;
              });
      BackendFailure failure = failureOf(backend, within(30));
      assertEquals(BackendFailure.Kind.PERMANENT, failure.kind());
      assertEquals("an internal error, see the log: trace-1", failure.getMessage());
      assertFalse(String.valueOf(failure.getCause()).contains("secret"));
    }
  }

  @Test
  void whoseTimeHasPassedIsNotServed() {
    Backend backend =
        serve(
            (operation, call) -> {
              throw new AssertionError("asked");
            });
    assertEquals(BackendFailure.Kind.TIMED_OUT, failureOf(backend, within(0)).kind());
  }

  @Test
  void whoWaitedUntilHisDeadlineIsToldSoAndTheWorkHearsThatNobodyWaits() throws Exception {
    var running = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var atFirst = new AtomicReference<Boolean>();
    var over = new CompletableFuture<Boolean>();
    Backend backend =
        serve(
            (operation, call) -> {
              atFirst.set(Waiting.isOver());
              running.countDown();
              await(mayEnd);
              over.complete(Waiting.isOver());
              return DONE;
            },
            // the waiting begins when the work has, however long a thread takes to come
            task -> {
              threads.execute(task);
              await(running);
            });
    Call brief = new Call(ALICE, NOON.plusMillis(20), "trace-1");
    assertEquals(BackendFailure.Kind.TIMED_OUT, failureOf(backend, brief).kind());
    mayEnd.countDown();
    assertTrue(over.get(30, TimeUnit.SECONDS), "nobody waited any more");
    assertFalse(atFirst.get(), "somebody waited");
  }

  @Test
  void whoHasLeftBeforeHisTurnIsNotServed() {
    Deque<Runnable> line = new ArrayDeque<>();
    var asked = new AtomicBoolean();
    Backend backend =
        serve(
            (operation, call) -> {
              asked.set(true);
              return DONE;
            },
            line::add);
    Call brief = new Call(ALICE, NOON.plusMillis(20), "trace-1");
    assertEquals(BackendFailure.Kind.TIMED_OUT, failureOf(backend, brief).kind());
    line.remove().run();
    assertFalse(asked.get());
  }

  @Test
  void whoIsInterruptedWaitsNoLonger() {
    Backend backend = serve((operation, call) -> DONE, never -> {});
    Thread.currentThread().interrupt();
    BackendFailure failure = failureOf(backend, within(30));
    assertTrue(Thread.interrupted(), "it is still known");
    assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
  }

  @Test
  void aClosedOneAnswersNeitherWhoWaitsNorWhoComes() throws Exception {
    var running = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    Backend backend =
        serve(
            (operation, call) -> {
              running.countDown();
              await(mayEnd);
              return DONE;
            });
    var waits = CompletableFuture.supplyAsync(() -> failureOf(backend, within(30)), threads);
    assertTrue(running.await(30, TimeUnit.SECONDS), "the call does not arrive");
    local.close();
    assertEquals(BackendFailure.Kind.TRANSIENT, waits.get(30, TimeUnit.SECONDS).kind());
    assertEquals(BackendFailure.Kind.TRANSIENT, failureOf(backend, within(30)).kind());
    mayEnd.countDown();
  }

  @Test
  void whereNoThreadIsLeftTheCallerIsToldToComeAgain() {
    threads.shutdownNow();
    Backend backend = serve((operation, call) -> DONE);
    assertEquals(BackendFailure.Kind.TRANSIENT, failureOf(backend, within(30)).kind());
  }

  private Backend serve(BiFunction<Operation<?, ?>, Call, Reply> answers) {
    return serve(answers, threads);
  }

  private Backend serve(BiFunction<Operation<?, ?>, Call, Reply> answers, Executor executor) {
    Backend backend = FakeBackend.answering(answers);
    local =
        new LocalBackend(
            () -> backend,
            CallAudit.off(),
            BACKENDS,
            FRONTENDS,
            executor,
            ServedCalls.alone(BACKENDS));
    return local;
  }

  private static Call within(int seconds) {
    return new Call(ALICE, NOON.plusSeconds(seconds), "trace-1");
  }

  private static BackendFailure failureOf(Backend backend, Call call) {
    return assertThrows(BackendFailure.class, () -> backend.call(Catalogue.MKDIR, call, REQUEST));
  }

  private static LsRequest everything() {
    return new LsRequest(
        List.of(new Surl("srm://se/a")),
        false,
        true,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(1, TimeUnit.MINUTES), "nobody lets the call end");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
