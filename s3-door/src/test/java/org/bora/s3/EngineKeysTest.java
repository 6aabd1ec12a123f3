package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Clock;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.accesskey.SigningKeyReply;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.Scope;
import org.junit.jupiter.api.Test;

/** What is told before the signature was looked at. */
class EngineKeysTest {
  private static final Scope SCOPE = new Scope("KEY", "20261124", "us-east-1");
  private static final String SECRET = "/CN=Alice is banned for rule 7";

  /** An engine that gives no key. */
  private record Refusing(SrmStatus status) implements Backend {
    @Override
    @SuppressWarnings("unchecked") // the one operation that is asked for
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      return (R) new SigningKeyReply(ReturnStatus.of(status, SECRET), Optional.empty());
    }
  }

  /** An engine that is away. */
  private record Lost() implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "no backend", null);
    }
  }

  private static Refused refusal(Backend engine) {
    EngineKeys keys = new EngineKeys(engine, Clock.systemUTC());
    return assertThrows(Refused.class, () -> keys.of(SCOPE, "192.0.2.1"));
  }

  @Test
  void aStrangerHearsNothingOfTheOwnerOfAKey() {
    for (SrmStatus status :
        new SrmStatus[] {
          SrmStatus.AUTHORIZATION_FAILURE, SrmStatus.AUTHENTICATION_FAILURE, SrmStatus.FAILURE
        }) {
      Refused refusal = refusal(new Refusing(status));
      assertFalse(refusal.getMessage().contains("Alice"), refusal.getMessage());
      assertFalse(refusal.details().toString().contains("Alice"), refusal.getMessage());
      S3Error expected =
          status == SrmStatus.AUTHENTICATION_FAILURE
              ? S3Error.INVALID_ACCESS_KEY_ID
              : S3Error.ACCESS_DENIED;
      assertEquals(Optional.of(expected.code()), refusal.code(), status.toString());
    }
  }

  @Test
  void anEngineThatIsBusyOrAwayIsAskedAgainLater() {
    assertEquals(503, refusal(new Refusing(SrmStatus.INTERNAL_ERROR)).status());
    assertEquals(503, refusal(new Lost()).status());
  }
}
