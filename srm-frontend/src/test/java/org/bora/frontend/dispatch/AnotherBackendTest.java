package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.wire.Messages;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.frontend.dispatch.BackendNearby.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which backend is asked, and which after it. */
@Timeout(60)
class AnotherBackendTest {

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1");
  private static final Call CALL = new Call(ALICE, NOON.plusSeconds(30), "trace-1");
  private static final Surl FILE = new Surl("srm://se.example/testvo/a");
  private static final StatusReply DONE = new StatusReply(ReturnStatus.success());
  private static final ByteString DONE_BYTES =
      ByteString.copyFrom(Messages.answer(Catalogue.MKDIR, DONE));
  private static final ByteString FILES_DONE =
      ByteString.copyFrom(
          Messages.answer(
              Catalogue.PUT_DONE, new SurlStatusesReply(ReturnStatus.success(), List.of())));

  private final List<AutoCloseable> open = new ArrayList<>();
  private final ExecutorService calls = Executors.newCachedThreadPool();

  @AfterEach
  void closeAll() throws Exception {
    calls.shutdownNow();
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
  }

  @Test
  void whatWasTurnedAwayIsAskedOfAllOthersWhateverItIs() {
    BackendNearby first = nearby(method -> new Answer.TurnedAway());
    BackendNearby second = nearby(method -> new Answer.TurnedAway());
    BackendNearby third = nearby(method -> new Answer.Bytes(DONE_BYTES));
    RemoteBackend backend = backend(first.channel(), second.channel(), third.channel());
    for (int i = 0; i < 6; i++) {
      assertEquals(DONE, backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    }
    assertEquals(6, third.asked().size());
  }

  @Test
  void whereAllTurnItAwayEachIsAskedOnceAndTheClientHearsWhenToRetry() {
    BackendNearby first = nearby(method -> new Answer.TurnedAway());
    BackendNearby second = nearby(method -> new Answer.TurnedAway());
    RemoteBackend backend = backend(first.channel(), second.channel());
    var failure =
        assertThrows(
            BackendFailure.class,
            () -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
    assertTrue(failure.getMessage().contains("retry in"), failure.getMessage());
    assertFalse(failure.mayHaveBegun());
    assertEquals(1, first.asked().size());
    assertEquals(1, second.asked().size());
  }

  /** The last answer alone does not tell. */
  @Test
  void whatOneMayHaveBegunStaysInDoubtWhereTheOthersTurnItAway() {
    BackendNearby lost = BackendNearby.refusing(Status.UNAVAILABLE);
    open.add(lost);
    BackendNearby away = nearby(method -> new Answer.TurnedAway());
    RemoteBackend backend = backend(lost.channel(), away.channel());
    for (int i = 0; i < 4; i++) {
      var failure =
          assertThrows(
              BackendFailure.class,
              () -> backend.call(Catalogue.ABORT_REQUEST, CALL, new AbortRequest("t")));
      assertTrue(failure.mayHaveBegun());
    }
    assertEquals(4, away.asked().size());
  }

  @Test
  void thatStorageHangsIsHeardOverTheLink() {
    BackendNearby only = nearby(method -> new Answer.SilentStorage());
    RemoteBackend backend = backend(only.channel());
    var failure =
        assertThrows(
            BackendFailure.class,
            () -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    assertTrue(failure.isOfSilentStorage());
    assertTrue(failure.mayHaveBegun());
  }

  @Test
  void whatNeverLeftIsAskedOfAnotherWhateverItIs() {
    BackendNearby there = nearby(method -> new Answer.Bytes(DONE_BYTES));
    RemoteBackend backend = backend(nobody(), there.channel(), nobody());
    for (int i = 0; i < 20; i++) {
      assertEquals(DONE, backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    }
    assertEquals(20, there.asked().size());
  }

  @Test
  void whatMayHaveBegunIsNotBegunElsewhere() {
    BackendNearby lost = BackendNearby.refusing(Status.UNAVAILABLE);
    BackendNearby other = BackendNearby.refusing(Status.UNAVAILABLE);
    open.addAll(List.of(lost, other));
    RemoteBackend backend = backend(lost.channel(), other.channel());
    assertThrows(
        BackendFailure.class, () -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    assertEquals(1, lost.asked().size() + other.asked().size());
  }

  @Test
  void whatMayBeRepeatedIsAskedOfAllOthers() {
    List<BackendNearby> lost =
        Stream.generate(() -> BackendNearby.refusing(Status.UNAVAILABLE)).limit(3).toList();
    open.addAll(lost);
    BackendNearby there = nearby(method -> new Answer.Bytes(DONE_BYTES));
    RemoteBackend backend =
        backend(
            lost.get(0).channel(), lost.get(1).channel(), lost.get(2).channel(), there.channel());
    for (int i = 0; i < 8; i++) {
      assertEquals(DONE, backend.call(Catalogue.ABORT_REQUEST, CALL, new AbortRequest("t")));
    }
    assertEquals(8, there.asked().size());
  }

  @Test
  void theOnlyBackendIsAskedOnceWhereItsStorageHangs() {
    BackendNearby only = nearby(method -> new Answer.SilentStorage());
    RemoteBackend backend = backend(only.channel());
    var failure =
        assertThrows(
            BackendFailure.class,
            () -> backend.call(Catalogue.ABORT_REQUEST, CALL, new AbortRequest("t")));
    assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
    assertEquals(1, only.asked().size());
  }

  @Test
  void whereStorageHangsOneOtherIsAskedOfWhatMayBeRepeated() {
    List<BackendNearby> all =
        Stream.generate(() -> nearby(method -> new Answer.SilentStorage())).limit(3).toList();
    RemoteBackend backend =
        backend(all.get(0).channel(), all.get(1).channel(), all.get(2).channel());
    assertThrows(
        BackendFailure.class,
        () -> backend.call(Catalogue.ABORT_REQUEST, CALL, new AbortRequest("t")));
    assertEquals(2, all.stream().mapToInt(one -> one.asked().size()).sum());
    assertTrue(all.stream().allMatch(one -> one.asked().size() <= 1), "never the same");
    assertThrows(
        BackendFailure.class, () -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    assertEquals(3, all.stream().mapToInt(one -> one.asked().size()).sum());
  }

  @Test
  void aRepeatedPutDoneSaysThatItIsOne() {
    BackendNearby lost = BackendNearby.refusing(Status.UNAVAILABLE);
    open.add(lost);
    BackendNearby there = nearby(method -> new Answer.Bytes(FILES_DONE));
    RemoteBackend backend = backend(lost.channel(), there.channel());
    for (int i = 0; i < 6; i++) {
      backend.call(Catalogue.PUT_DONE, CALL, new PutDoneRequest("t", List.of(FILE)));
    }
    int repeated = 0;
    for (byte[] message : there.messages()) {
      repeated += Messages.asked(Catalogue.PUT_DONE, message).repeated() ? 1 : 0;
    }
    assertEquals(lost.asked().size(), repeated);
    assertTrue(repeated > 0);
    for (byte[] message : lost.messages()) {
      assertFalse(Messages.asked(Catalogue.PUT_DONE, message).repeated());
    }
  }

  @Test
  void aPutDoneThatWasTurnedAwayIsTheFirst() {
    BackendNearby drained = nearby(method -> new Answer.TurnedAway());
    BackendNearby there = nearby(method -> new Answer.Bytes(FILES_DONE));
    RemoteBackend backend = backend(drained.channel(), there.channel());
    for (int i = 0; i < 4; i++) {
      backend.call(Catalogue.PUT_DONE, CALL, new PutDoneRequest("t", List.of(FILE)));
    }
    assertFalse(drained.asked().isEmpty());
    for (byte[] message : there.messages()) {
      assertFalse(Messages.asked(Catalogue.PUT_DONE, message).repeated());
    }
  }

  @Test
  void aBackendThatIsLostIsWaitedForByNobody() {
    RemoteBackend backend = backend(nobody(), nobody());
    assertThrows(
        BackendFailure.class, () -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    var failure =
        assertThrows(
            BackendFailure.class,
            () -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
    assertEquals("no storage backend serves just now, retry in 5 s", failure.getMessage());
  }

  @Test
  void aBackendThatWasLostAMomentAgoIsWaitedFor() throws Exception {
    BackendNearby first = nearby(method -> new Answer.Bytes(DONE_BYTES));
    BackendNearby second = nearby(method -> new Answer.Bytes(DONE_BYTES));
    RemoteBackend backend = backend(Duration.ofMinutes(1), first.channel(), second.channel());
    askBoth(backend, first, second);
    first.close();
    second.close();
    List<CompletableFuture<StatusReply>> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      waiting.add(
          CompletableFuture.supplyAsync(
              () -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)), calls));
    }
    BackendNearby back = second.again();
    open.add(back);
    for (CompletableFuture<StatusReply> call : waiting) {
      assertEquals(DONE, call.get(30, TimeUnit.SECONDS));
    }
    assertEquals(10, back.asked().size(), "each once");
  }

  @Test
  void whoseTimeEndsDoesNotWaitForABackend() {
    BackendNearby first = nearby(method -> new Answer.Bytes(DONE_BYTES));
    BackendNearby second = nearby(method -> new Answer.Bytes(DONE_BYTES));
    RemoteBackend backend = backend(Duration.ofHours(1), first.channel(), second.channel());
    askBoth(backend, first, second);
    first.close();
    second.close();
    Call hurried = new Call(ALICE, NOON.plusMillis(500), "trace");
    var failure =
        assertThrows(
            BackendFailure.class,
            () -> backend.call(Catalogue.ABORT_REQUEST, hurried, new AbortRequest("t")));
    assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
  }

  @Test
  void whereBackendsStayAwayNobodyWaits() {
    BackendNearby first = nearby(method -> new Answer.Bytes(DONE_BYTES));
    BackendNearby second = nearby(method -> new Answer.Bytes(DONE_BYTES));
    RemoteBackend backend = backend(Duration.ofMillis(1), first.channel(), second.channel());
    askBoth(backend, first, second);
    first.close();
    second.close();
    long begun = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      assertThrows(
          BackendFailure.class, () -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(took.toSeconds() < 20, "a fifth of a second each is no waiting: " + took);
  }

  private static void askBoth(RemoteBackend backend, BackendNearby one, BackendNearby other) {
    while (one.asked().isEmpty() || other.asked().isEmpty()) {
      assertEquals(DONE, backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    }
  }

  @Test
  void aBackendThatIsSlowGetsLess() throws Exception {
    var gate = new AtomicReference<>(new CountDownLatch(0));
    BackendNearby first =
        nearby(
            method -> {
              await(gate.get());
              return new Answer.Bytes(DONE_BYTES);
            });
    BackendNearby second = nearby(method -> new Answer.Bytes(DONE_BYTES));
    RemoteBackend backend = backend(first.channel(), second.channel());
    askBoth(backend, first, second);
    gate.set(new CountDownLatch(1));
    int quick = first.asked().size();
    CompletableFuture<StatusReply> slow;
    do { // they take turns, one call at a time
      slow =
          CompletableFuture.supplyAsync(
              () -> backend.call(Catalogue.ABORT_REQUEST, CALL, new AbortRequest("t")), calls);
      while (!slow.isDone() && first.asked().size() == quick) {
        LockSupport.parkNanos(1_000_000);
      }
    } while (first.asked().size() == quick);
    int before = second.asked().size();
    for (int i = 0; i < 20; i++) {
      backend.call(Catalogue.ABORT_REQUEST, CALL, new AbortRequest("t"));
    }
    assertEquals(before + 20, second.asked().size(), "all of them go to the other");
    gate.get().countDown();
    assertEquals(DONE, slow.get(30, TimeUnit.SECONDS));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ManagedChannel nobody() {
    return InProcessChannelBuilder.forName(UUID.randomUUID().toString())
        .directExecutor()
        .disableRetry()
        .build();
  }

  private BackendNearby nearby(java.util.function.Function<String, Answer> answers) {
    BackendNearby backend = new BackendNearby(answers);
    open.add(backend);
    return backend;
  }

  private RemoteBackend backend(ManagedChannel... channels) {
    return backend(Duration.ofSeconds(10), channels);
  }

  private RemoteBackend backend(Duration patience, ManagedChannel... channels) {
    var pool =
        new BackendPool(
            Stream.of(channels).map(each -> (Supplier<ManagedChannel>) () -> each).toList(),
            () -> {},
            patience);
    open.add(pool);
    return new RemoteBackend(pool, CLOCK);
  }
}
