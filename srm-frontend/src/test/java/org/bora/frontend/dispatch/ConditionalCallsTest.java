package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.Conditional;
import org.bora.api.Operation;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.wire.Messages;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.frontend.dispatch.BackendNearby.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A backend that would pass over a condition does not get calls that have one. */
@Timeout(60)
class ConditionalCallsTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Caller MEMBER = new Caller("/CN=a", "/CN=ca", List.of(), "192.0.2.1");
  private static final Caller BEARER =
      new Caller(
          "/ISSUER=i/SUB=a",
          "https://i",
          List.of(),
          "192.0.2.1",
          Optional.of(new Grant(List.of(new Grant.Scope(Grant.Action.MODIFY, "/testvo", false)))));
  private static final Surl FILE = new Surl("srm://se/testvo/a");
  private static final List<Surl> FILES = List.of(FILE);
  private static final Optional<SeenFile> SEEN = Optional.of(new SeenFile(1, NOON));
  private static final RmRequest REMOVAL = new RmRequest(FILES, SEEN);

  @Test
  void aCallWithAConditionHasANameThatEarlierReleasesDoNotKnow() {
    assertEquals("bora.v2", service(Catalogue.RM, MEMBER, new RmRequest(FILES)));
    assertEquals("bora.v2.granted", service(Catalogue.RM, BEARER, new RmRequest(FILES)));
    for (Caller caller : List.of(MEMBER, BEARER)) {
      assertEquals("bora.v2.conditional", service(Catalogue.RM, caller, REMOVAL));
      assertEquals(
          "bora.v2.conditional",
          service(Catalogue.PUT_DONE, caller, new PutDoneRequest("t", FILES, hint(), SEEN)));
    }
    assertEquals(
        "bora.v2", service(Catalogue.PUT_DONE, MEMBER, new PutDoneRequest("t", FILES)), "a client");
    assertEquals(
        "bora.v2",
        service(
            Catalogue.PUT_DONE, MEMBER, new PutDoneRequest("t", FILES, hint(), Optional.empty())),
        "a hint may be passed over");
    assertEquals("bora.v2", move(Optional.empty()));
    assertEquals("bora.v2.conditional", move(SEEN));
  }

  @Test
  void everyQuestionThatCanNameAVersionIsConditional() {
    for (Operation<?, ?> operation : Catalogue.ALL) {
      boolean namesVersion =
          Arrays.stream(operation.question().getRecordComponents())
              .anyMatch(part -> part.getGenericType().getTypeName().contains("SeenFile"));
      assertEquals(
          namesVersion,
          Conditional.class.isAssignableFrom(operation.question()),
          operation::toString);
    }
  }

  @Test
  void whereAnEarlierReleaseTurnsItAwayANewerOneIsAsked() {
    try (BackendNearby old = new BackendNearby(_ -> new Answer.TurnedAway());
        BackendNearby newer = new BackendNearby(_ -> new Answer.Bytes(done(Catalogue.RM)));
        BackendPool pool = pool(old.channel(), newer.channel())) {
      RemoteBackend backend = backend(pool);
      for (int i = 0; i < 4; i++) {
        backend.call(Catalogue.RM, call(MEMBER), REMOVAL);
      }
      assertEquals(4, newer.asked().size(), "whichever was asked first");
    }
    try (BackendNearby old = new BackendNearby(_ -> new Answer.TurnedAway());
        BackendPool pool = pool(old.channel())) {
      BackendFailure failure =
          assertThrows(
              BackendFailure.class, () -> backend(pool).call(Catalogue.RM, call(MEMBER), REMOVAL));
      assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
      assertTrue(old.services().stream().allMatch("bora.v2.conditional"::equals), "nothing else");
    }
  }

  private static Optional<String> hint() {
    return Optional.of("00000001");
  }

  private static String move(Optional<SeenFile> only) {
    return service(
        Catalogue.MV,
        MEMBER,
        new MvRequest(FILE, new Surl("srm://se/testvo/b"), only, false, false));
  }

  /** By which it is asked for. */
  private static <Q> String service(Operation<Q, ?> operation, Caller caller, Q question) {
    try (BackendNearby nearby = new BackendNearby(_ -> new Answer.Bytes(done(operation)));
        BackendPool pool = pool(nearby.channel())) {
      backend(pool).call(operation, call(caller), question);
      return nearby.services().getFirst();
    }
  }

  private static <R extends Reply> ByteString done(Operation<?, R> operation) {
    Reply reply =
        operation.answer() == StatusReply.class
            ? new StatusReply(ReturnStatus.success())
            : new SurlStatusesReply(ReturnStatus.success(), List.of());
    return ByteString.copyFrom(Messages.answer(operation, operation.answer().cast(reply)));
  }

  private static RemoteBackend backend(BackendPool pool) {
    return new RemoteBackend(pool, Clock.fixed(NOON, ZoneOffset.UTC));
  }

  private static Call call(Caller caller) {
    return new Call(caller, NOON.plusSeconds(30), "trace-1");
  }

  private static BackendPool pool(ManagedChannel... channels) {
    return new BackendPool(
        Stream.of(channels).map(each -> (Supplier<ManagedChannel>) () -> each).toList(),
        () -> {},
        Duration.ofSeconds(10));
  }
}
