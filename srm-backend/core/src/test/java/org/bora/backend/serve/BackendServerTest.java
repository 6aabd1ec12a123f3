package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackendServerTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Standstill standstill = new Standstill(nanos::get);

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Caller ALICE =
      new Caller("/CN=alice", "/CN=ca", List.of(Fqan.parse("/testvo/Role=x")), "192.0.2.1");
  private static final Call CALL = new Call(ALICE, NOON, "trace-1");
  private static final StatusReply DONE =
      new StatusReply(ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "it is there"));

  private final String name = UUID.randomUUID().toString();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ManagedChannel channel =
      InProcessChannelBuilder.forName(name).directExecutor().build();
  private BackendServer server;

  @AfterEach
  void close() {
    channel.shutdownNow();
    server.close();
    threads.shutdownNow();
  }

  @Test
  void theOperationSeesTheCallAsTheFrontendSentIt() throws IOException {
    var seen = new AtomicReference<Call>();
    serve(
        (operation, call) -> {
          seen.set(call);
          return operation.equals(Catalogue.MKDIR) ? DONE : null;
        });
    assertEquals(DONE, mkdir(CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS)));
    assertEquals(ALICE, seen.get().caller());
    assertEquals("trace-1", seen.get().trace());
    assertTrue(seen.get().deadline().isAfter(NOON.plusSeconds(20)), seen.get()::toString);
    assertFalse(seen.get().deadline().isAfter(NOON.plusSeconds(30)), seen.get()::toString);
  }

  @Test
  void aCallWithAGrantIsServedUnderItsOwnName() throws IOException {
    Grant grant = new Grant(List.of(new Grant.Scope(Grant.Action.READ, "/testvo", false)));
    Caller bearer =
        new Caller(ALICE.dn(), ALICE.issuer(), ALICE.fqans(), ALICE.host(), Optional.of(grant));
    var seen = new AtomicReference<Caller>();
    serve(
        (operation, call) -> {
          seen.set(call.caller());
          return DONE;
        });
    ClientCalls.blockingUnaryCall(
        channel,
        Methods.granted(Catalogue.MKDIR),
        CallOptions.DEFAULT,
        Messages.question(
            Catalogue.MKDIR,
            new Call(bearer, NOON, "trace-2"),
            new MkdirRequest(new Surl("srm://se/a"))));
    assertEquals(bearer, seen.get());
  }

  @Test
  void aCallWithAConditionIsServedUnderItsOwnName() throws IOException {
    var asked = new ArrayList<String>();
    serve(
        (operation, call) -> {
          asked.add(operation.name());
          return DONE;
        });
    MvRequest only =
        new MvRequest(
            new Surl("srm://se/a"),
            new Surl("srm://se/b"),
            Optional.of(new SeenFile(1, NOON)),
            false,
            false);
    ClientCalls.blockingUnaryCall(
        channel,
        Methods.of(Catalogue.MV, ALICE, only),
        CallOptions.DEFAULT,
        Messages.question(Catalogue.MV, CALL, only));
    assertEquals(List.of("srmMv"), asked);
  }

  @Test
  void aCallWithoutADeadlineGetsOne() throws IOException {
    var seen = new AtomicReference<Call>();
    serve(
        (operation, call) -> {
          seen.set(call);
          return DONE;
        });
    mkdir(CallOptions.DEFAULT);
    assertEquals(NOON.plus(Duration.ofDays(1)), seen.get().deadline());
  }

  @Test
  void operationsRunOnTheThreadsGiven() throws IOException {
    var virtual = new AtomicReference<Boolean>();
    serve(
        (operation, call) -> {
          virtual.set(Thread.currentThread().isVirtual());
          return DONE;
        });
    mkdir(CallOptions.DEFAULT);
    assertTrue(virtual.get());
  }

  @Test
  void aFailureKeepsItsKindAndItsSentence() throws IOException {
    for (BackendFailure.Kind kind : BackendFailure.Kind.values()) {
      String sentence = "the database does not answer: " + kind + " é";
      serve(
          (operation, call) -> {
            throw new BackendFailure(kind, sentence, new IllegalStateException("/secret/path"));
          });
      BackendFailure failure = failure();
      assertEquals(kind, failure.kind());
      assertEquals(sentence, failure.getMessage());
      server.close();
    }
  }

  @Test
  void aSurpriseShowsNothingOfTheInside() throws IOException {
    for (Throwable surprise :
        List.of(new IllegalStateException("/secret/path"), new StackOverflowError("/secret"))) {
      serve(
          (operation, call) -> {
            throw sneaky(surprise);
          });
      BackendFailure failure = failure();
      assertEquals(BackendFailure.Kind.PERMANENT, failure.kind());
      assertEquals("an internal error, see the log: trace-1", failure.getMessage());
      assertFalse(String.valueOf(failure.getCause()).contains("secret"));
      server.close();
    }
  }

  @Test
  void aSentenceLongerThanTrailersMayBeIsCut() throws IOException {
    serve(
        (operation, call) -> {
          throw new BackendFailure(BackendFailure.Kind.PERMANENT, "x".repeat(100_000), null);
        });
    assertEquals("x".repeat(1000), failure().getMessage());
  }

  @Test
  void aMessageThatMeansNothingIsRefusedUnasked() throws IOException {
    serve(
        (operation, call) -> {
          throw new AssertionError("asked");
        });
    var refused =
        assertThrows(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingUnaryCall(
                    channel, Methods.of(Catalogue.MKDIR), CallOptions.DEFAULT, new byte[] {1}));
    assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode());
  }

  @Test
  void aCopyIsServed() throws IOException {
    var done =
        new CopyReply(
            ReturnStatus.of(SrmStatus.NOT_SUPPORTED),
            Optional.empty(),
            List.of(),
            OptionalInt.empty());
    serve((operation, call) -> operation.equals(Catalogue.COPY) ? done : null);
    var request =
        new CopyRequest(
            List.of(),
            "",
            OverwriteMode.NEVER,
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    var answer =
        ClientCalls.blockingUnaryCall(
            channel,
            Methods.of(Catalogue.COPY),
            CallOptions.DEFAULT,
            Messages.question(Catalogue.COPY, CALL, request));
    assertEquals(done, Messages.answered(Catalogue.COPY, answer));
  }

  @Test
  void aFrontendOfAnotherGenerationIsToldSoAndThatNothingWasBegun() throws IOException {
    serve(
        (operation, call) -> {
          throw new AssertionError("asked");
        });
    for (String method :
        List.of("bora.v1.Put/PrepareToPut", "bora.v2.later/srmMv", "bora.v3/srmMv")) {
      var refused =
          assertThrows(
              StatusRuntimeException.class,
              () ->
                  ClientCalls.blockingUnaryCall(
                      channel,
                      Methods.named(method).toBuilder().setType(MethodType.UNARY).build(),
                      CallOptions.DEFAULT,
                      new byte[] {1, 2, 3}));
      assertTrue(FailureCodec.wasTurnedAway(refused), refused::toString);
      BackendFailure failure = FailureCodec.fromWire(refused);
      assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
      assertTrue(failure.getMessage().contains("upgrade both"), failure::getMessage);
    }
    var stranger =
        assertThrows(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingUnaryCall(
                    channel,
                    Methods.named("grpc.else/What").toBuilder().setType(MethodType.UNARY).build(),
                    CallOptions.DEFAULT,
                    new byte[0]));
    assertEquals(Status.Code.UNIMPLEMENTED, stranger.getStatus().getCode());
  }

  @Test
  void drainingWaitsForWhatRunsAndTakesNothingNew() throws Exception {
    var running = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    serve(
        (operation, call) -> {
          running.countDown();
          await(mayEnd);
          return DONE;
        });
    var answer = CompletableFuture.supplyAsync(() -> mkdir(CallOptions.DEFAULT), threads);
    assertTrue(running.await(1, TimeUnit.MINUTES), "the call does not arrive");
    server.drain();
    assertFalse(server.awaitIdle(Duration.ofMillis(20)), "a call still runs");
    assertEquals(1, server.calls());
    var refused = assertThrows(StatusRuntimeException.class, () -> mkdir(CallOptions.DEFAULT));
    assertTrue(FailureCodec.wasTurnedAway(refused), "another backend may be asked anything");
    assertEquals(BackendFailure.Kind.TRANSIENT, FailureCodec.fromWire(refused).kind());
    mayEnd.countDown();
    assertTrue(server.awaitIdle(Duration.ofSeconds(30)));
    assertEquals(DONE, answer.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aCallThatComesWhileSomethingIsMissingMayBeAskedElsewhere() throws IOException {
    serve((operation, call) -> DONE);
    server.health().able(false);
    var refused = assertThrows(StatusRuntimeException.class, () -> mkdir(CallOptions.DEFAULT));
    assertTrue(FailureCodec.wasTurnedAway(refused));
    assertFalse(server.isDraining());
    server.health().able(true);
    assertEquals(DONE, mkdir(CallOptions.DEFAULT));
  }

  @Test
  void aDrainCanBeTakenBack() throws IOException {
    serve((operation, call) -> DONE);
    server.drain();
    server.drain();
    assertTrue(server.isDraining());
    assertThrows(StatusRuntimeException.class, () -> mkdir(CallOptions.DEFAULT));
    server.resume();
    assertFalse(server.isDraining());
    assertEquals(DONE, mkdir(CallOptions.DEFAULT));
  }

  @Test
  void anAnswerForSomebodyWhoHasLeftIsNoError() throws Exception {
    var running = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    serve(
        (operation, call) -> {
          if (running.getCount() > 0) {
            running.countDown();
            await(mayEnd);
          }
          return DONE;
        });
    var leaving =
        ClientCalls.futureUnaryCall(
            channel.newCall(Methods.of(Catalogue.MKDIR), CallOptions.DEFAULT),
            Messages.question(Catalogue.MKDIR, CALL, new MkdirRequest(new Surl("srm://se/a"))));
    assertTrue(running.await(1, TimeUnit.MINUTES), "the call does not arrive");
    assertTrue(leaving.cancel(true));
    mayEnd.countDown();
    assertEquals(DONE, mkdir(CallOptions.DEFAULT));
    assertTrue(server.awaitIdle(Duration.ofSeconds(30)));
  }

  @Test
  void aCallInHandIsOverWhenTheProcessHasStoodStill() throws IOException {
    List<Boolean> over = new ArrayList<>();
    standstill.tick();
    serve(
        (operation, call) -> {
          over.add(Waiting.isOver());
          nanos.addAndGet(Standstill.NOTICED.plusMillis(1).toNanos());
          over.add(Waiting.isOver());
          standstill.tick();
          over.add(Waiting.isOver());
          return DONE;
        });
    mkdir(CallOptions.DEFAULT);
    assertEquals(List.of(false, true, true), over);
  }

  @Test
  void aCallThatIsGivenUpBecauseTheProcessStoodStillMayBeRepeated() throws IOException {
    standstill.tick();
    serve(
        (operation, call) -> {
          nanos.addAndGet(Standstill.NOTICED.plusMillis(1).toNanos());
          throw new BackendFailure(BackendFailure.Kind.TIMED_OUT, "too late", null);
        });
    StatusRuntimeException told =
        assertThrows(StatusRuntimeException.class, () -> mkdir(CallOptions.DEFAULT));
    assertEquals(Status.Code.UNAVAILABLE, told.getStatus().getCode());
  }

  private void serve(BiFunction<Operation<?, ?>, Call, Reply> answers) throws IOException {
    Backend backend = FakeBackend.answering(answers);
    server =
        BackendServer.on(
                InProcessServerBuilder.forName(name).executor(threads),
                () -> backend,
                Witnesses.none(CLOCK),
                List::of,
                new BackendServer.Timing(CLOCK, Duration.ofDays(1), standstill),
                _ -> {},
                () -> {})
            .start();
  }

  private StatusReply mkdir(CallOptions options) {
    byte[] reply =
        ClientCalls.blockingUnaryCall(
            channel,
            Methods.of(Catalogue.MKDIR),
            options,
            Messages.question(Catalogue.MKDIR, CALL, new MkdirRequest(new Surl("srm://se/a"))));
    return Messages.answered(Catalogue.MKDIR, reply);
  }

  private BackendFailure failure() {
    return FailureCodec.fromWire(
        assertThrows(StatusRuntimeException.class, () -> mkdir(CallOptions.DEFAULT)));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(1, TimeUnit.MINUTES), "nobody lets the call end");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static RuntimeException sneaky(Throwable surprise) {
    if (surprise instanceof Error error) {
      throw error;
    }
    return (RuntimeException) surprise;
  }
}
