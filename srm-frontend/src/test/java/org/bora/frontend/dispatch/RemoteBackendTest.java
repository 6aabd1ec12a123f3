package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.wire.Messages;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteBackendTest {

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1");
  private static final Call CALL = new Call(ALICE, NOON.plusSeconds(30), "trace-1");

  private static final Surl FILE = new Surl("srm://se.example/testvo/a");
  private static final List<Surl> FILES = List.of(FILE);

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
  }

  @Test
  void callsGoRound() {
    ByteString done =
        ByteString.copyFrom(
            Messages.answer(Catalogue.MKDIR, new StatusReply(ReturnStatus.success())));
    BackendNearby first = nearby(new BackendNearby(m -> new BackendNearby.Answer.Bytes(done)));
    BackendNearby second = nearby(new BackendNearby(m -> new BackendNearby.Answer.Bytes(done)));
    RemoteBackend backend = backend(first, second);
    for (int i = 0; i < 10; i++) {
      assertEquals(
          ReturnStatus.success(),
          backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)).status());
    }
    assertTrue(first.asked().size() >= 4, () -> "first " + first.asked().size());
    assertTrue(second.asked().size() >= 4, () -> "second " + second.asked().size());
  }

  @Test
  void theDeadlineTravelsAsTimeLeft() {
    BackendNearby far = nearby(BackendNearby.refusing(Status.INTERNAL));
    RemoteBackend backend = backend(far);
    assertThrows(
        BackendFailure.class, () -> backend.call(Catalogue.RM, CALL, new RmRequest(FILES)));
    Duration left = far.timeLeft().getFirst();
    assertTrue(left.compareTo(Duration.ofSeconds(30)) <= 0, left::toString);
    assertTrue(left.compareTo(Duration.ofSeconds(20)) > 0, left::toString);
  }

  @Test
  void aFarDeadlineIsNoOverflow() {
    BackendNearby far = nearby(BackendNearby.refusing(Status.INTERNAL));
    RemoteBackend backend = backend(far);
    Call unhurried = new Call(ALICE, Instant.MAX, "trace");
    assertThrows(
        BackendFailure.class, () -> backend.call(Catalogue.RM, unhurried, new RmRequest(FILES)));
    assertEquals(1, far.asked().size());
  }

  @Test
  void whatIsLateIsNotSent() {
    BackendNearby far = nearby(BackendNearby.refusing(Status.INTERNAL));
    RemoteBackend backend = backend(far);
    Call late = new Call(ALICE, NOON, "trace");
    var failure =
        assertThrows(
            BackendFailure.class, () -> backend.call(Catalogue.RM, late, new RmRequest(FILES)));
    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
    assertTrue(far.asked().isEmpty());
  }

  @Test
  void aSilentBackendDoesNotHoldTheCallerLongerThanItsDeadline() {
    BackendNearby silent = nearby(new BackendNearby(method -> new BackendNearby.Answer.Silence()));
    RemoteBackend backend = backend(silent);
    Call hurried = new Call(ALICE, NOON.plusMillis(50), "trace");
    var failure =
        assertThrows(
            BackendFailure.class, () -> backend.call(Catalogue.LS, hurried, OneOfEach.listing()));
    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
    assertEquals(1, silent.asked().size());
  }

  @Test
  void anAnswerThatMeansNothingIsAFailureForPeople() {
    BackendNearby newer =
        nearby(new BackendNearby(method -> new BackendNearby.Answer.Bytes(ByteString.EMPTY)));
    RemoteBackend backend = backend(newer);
    var failure =
        assertThrows(
            BackendFailure.class, () -> backend.call(Catalogue.LS, CALL, OneOfEach.listing()));
    assertEquals(BackendFailure.Kind.PERMANENT, failure.kind());
    assertFalse(failure.getMessage().contains("org.bora"), failure.getMessage());
  }

  @Test
  void aListingThatMeansNothingIsNotSentToItsEnd() throws InterruptedException {
    BackendNearby newer =
        nearby(new BackendNearby(method -> new BackendNearby.Answer.Beginning(ByteString.EMPTY)));
    RemoteBackend backend = backend(newer);
    assertThrows(BackendFailure.class, () -> backend.open(Catalogue.LS, CALL, OneOfEach.listing()));
    assertTrue(newer.left().await(5, TimeUnit.SECONDS), "the backend is still sending");
  }

  @Test
  void whatTheTransportSaysStaysOutOfTheSentence() {
    BackendNearby gone =
        nearby(
            BackendNearby.refusing(
                Status.UNAVAILABLE.withDescription("io.netty.Foo: /10.0.0.1:9 refused")));
    RemoteBackend backend = backend(gone);
    var failure =
        assertThrows(
            BackendFailure.class, () -> backend.call(Catalogue.LS, CALL, OneOfEach.listing()));
    assertEquals("the storage backend cannot be reached", failure.getMessage());
  }

  private BackendNearby nearby(BackendNearby backend) {
    open.add(backend);
    return backend;
  }

  private RemoteBackend backend(BackendNearby... backends) {
    List<ManagedChannel> channels = Stream.of(backends).map(BackendNearby::channel).toList();
    var pool =
        new BackendPool(
            channels.stream().map(each -> (Supplier<ManagedChannel>) () -> each).toList(),
            () -> {},
            Duration.ofSeconds(10));
    open.add(pool);
    return new RemoteBackend(pool, CLOCK);
  }
}
