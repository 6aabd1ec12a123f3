package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Backend;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import org.junit.jupiter.api.Test;

/** Of a file on disk whose caller may pin no more. */
class EnginePinsTest {
  private static final Name FILE = new Name("/area/file", true);

  /** Seconds for which a pin was asked last. */
  private OptionalInt asked = OptionalInt.empty();

  private final class FullBuffer implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      GetRequest request = (GetRequest) question;
      asked = request.pinLifetime();
      ReturnStatus status =
          request.staging()
              ? ReturnStatus.success()
              : ReturnStatus.of(SrmStatus.EXCEED_ALLOCATION, "your pins keep too much");
      GetFileStatus file =
          new GetFileStatus(
              request.surls().getFirst(),
              status,
              OptionalLong.of(1),
              OptionalInt.empty(),
              OptionalInt.empty(),
              Optional.empty());
      return operation
          .answer()
          .cast(
              new GetReply(
                  ReturnStatus.success(),
                  Optional.of("token"),
                  List.of(file),
                  OptionalInt.empty(),
                  OptionalInt.empty()));
    }

    @Override
    public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
      throw new IllegalStateException(operation.name() + " is not known here");
    }
  }

  private final Engine engine =
      new Engine(
          new FullBuffer(),
          () -> new Call(new Caller("/CN=a", "/CN=ca", List.of(), "::1"), Instant.MAX, "t"),
          "h");

  @Test
  void aPinIsRefusedAndARecallIsNot() {
    Refused refusal =
        assertThrows(Refused.class, () -> engine.pin(FILE, Duration.ofDays(Integer.MAX_VALUE)));
    assertEquals(HttpStatus.INSUFFICIENT_STORAGE_507, refusal.status());
    assertEquals(OptionalInt.of(Integer.MAX_VALUE), asked, "seconds");
    assertDoesNotThrow(() -> engine.bringOnline(FILE, Duration.ofDays(1), "today"));
  }
}
