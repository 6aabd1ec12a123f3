package org.bora.s3;

import java.time.Instant;
import java.util.Objects;
import org.bora.api.word.Caller;
import org.bora.door.http.Refused;
import org.bora.s3.sign.Scope;

/** Gives signing keys. Thread safe; may wait. */
interface SigningKeys {

  /**
   * A key of one day, region and service, and the caller that it stands for.
   *
   * @param ends when it is not to be used any more
   */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  record Known(byte[] key, Caller caller, Instant ends) {
    public Known {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(caller, "caller");
      Objects.requireNonNull(ends, "ends");
    }
  }

  /**
   * The key of a scope.
   *
   * @param host address of the client
   * @throws Refused if there is none, or if that is not known now
   */
  Known of(Scope scope, String host) throws Refused;
}
