package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.wire.HealthNames;
import org.bora.api.wire.Messages;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.frontend.dispatch.BackendNearby.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A backend that knows no grants does not get calls of callers who have one. */
@Timeout(60)
class GrantedCallsTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Caller MEMBER = new Caller("/CN=a", "/CN=ca", List.of(), "192.0.2.1");
  private static final Caller BEARER =
      new Caller(
          "/ISSUER=i/SUB=a",
          "https://i",
          List.of(),
          "192.0.2.1",
          Optional.of(new Grant(List.of(new Grant.Scope(Grant.Action.READ, "/testvo", false)))));
  private static final MkdirRequest QUESTION = new MkdirRequest(new Surl("srm://se/testvo/a"));
  private static final ByteString DONE =
      ByteString.copyFrom(
          Messages.answer(Catalogue.MKDIR, new StatusReply(ReturnStatus.success())));

  @Test
  void aCallWithAGrantHasANameThatEarlierReleasesDoNotKnow() {
    try (BackendNearby nearby = new BackendNearby(method -> new Answer.Bytes(DONE));
        BackendPool pool = pool(nearby.channel())) {
      RemoteBackend backend = backend(pool);
      backend.call(Catalogue.MKDIR, call(MEMBER), QUESTION);
      backend.call(Catalogue.MKDIR, call(BEARER), QUESTION);
      assertEquals(List.of("bora.v2", "bora.v2.granted"), nearby.services());
    }
  }

  @Test
  void whereAnEarlierReleaseTurnsItAwayANewerOneIsAsked() {
    try (BackendNearby old = new BackendNearby(method -> new Answer.TurnedAway());
        BackendNearby newer = new BackendNearby(method -> new Answer.Bytes(DONE));
        BackendPool pool = pool(old.channel(), newer.channel())) {
      RemoteBackend backend = backend(pool);
      for (int i = 0; i < 4; i++) {
        backend.call(Catalogue.MKDIR, call(BEARER), QUESTION);
      }
      assertEquals(4, newer.asked().size(), "whichever was asked first");
    }
    try (BackendNearby old = new BackendNearby(method -> new Answer.TurnedAway());
        BackendPool pool = pool(old.channel())) {
      assertThrows(
          BackendFailure.class, () -> backend(pool).call(Catalogue.MKDIR, call(BEARER), QUESTION));
    }
  }

  @Test
  void theAdministratorOfADoorIsToldWhichHalfToUpgrade() {
    String door = new LinkTrouble(() -> null, HealthNames.FOR_DOORS).of(Status.NOT_FOUND);
    String frontend = new LinkTrouble(() -> null, HealthNames.WHOLE).of(Status.NOT_FOUND);
    assertTrue(door.contains("knows no grants"), door);
    assertTrue(frontend.contains("upgrade frontends and backends"), frontend);
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
