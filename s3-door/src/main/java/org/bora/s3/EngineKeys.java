package org.bora.s3;

import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.accesskey.SigningKey;
import org.bora.api.accesskey.SigningKeyReply;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.word.Call;
import org.bora.api.word.LogText;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Reasons;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing keys from the backend; secrets never leave it. */
record EngineKeys(Backend backend, Clock clock) implements SigningKeys {
  private static final Logger LOG = LoggerFactory.getLogger(EngineKeys.class);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Override
  public Known of(Scope scope, String host) throws Refused {
    Call call =
        new Call(
            SigningKeyRequest.unproven(host),
            clock.instant().plus(PATIENCE),
            UUID.randomUUID().toString());
    SigningKeyReply reply;
    try {
      reply =
          backend.call(
              Catalogue.SIGNING_KEY,
              call,
              new SigningKeyRequest(
                  scope.accessKey(), scope.date(), scope.region(), Scope.SERVICE));
    } catch (NoTurn none) {
      throw S3Error.of(Reasons.of(none));
    } catch (BackendFailure failure) {
      throw S3Error.of(Reasons.of(failure));
    }
    if (reply.key().isPresent()) {
      SigningKey key = reply.key().get();
      return new Known(key.bytes(), key.owner().caller(host), key.ends());
    }
    throw refusal(reply.status(), scope);
  }

  /** Reveals nothing about the owner, because the signature was not checked yet. */
  private static Refused refusal(ReturnStatus status, Scope scope) {
    if (status.code() == SrmStatus.AUTHENTICATION_FAILURE) {
      return S3Error.INVALID_ACCESS_KEY_ID.refusal().with("AWSAccessKeyId", scope.accessKey());
    }
    Refused refusal = Refused.of(status);
    if (refusal.mayRetry()) {
      return S3Error.of(refusal);
    }
    LOG.info(
        "access key {} is refused: {}",
        LogText.of(scope.accessKey()),
        LogText.of(status.explanation()));
    return S3Error.ACCESS_DENIED.because("the owner of the access key is not served here");
  }
}
