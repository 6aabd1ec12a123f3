package org.bora.api.wire;

import java.time.Instant;
import java.util.Objects;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;

/**
 * A question together with its call. The deadline of the call is not part of the message: gRPC
 * carries it as a duration, so that the clocks of two machines need not agree.
 */
public record Asked<Q>(Caller caller, String trace, boolean repeated, Q question) {

  public Asked {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(question, "question");
    if (caller.dn().isEmpty()) {
      throw new IllegalArgumentException("the caller has no DN");
    }
  }

  /**
   * The call.
   *
   * @param deadline the gRPC deadline on this machine's clock
   */
  public Call call(Instant deadline) {
    return new Call(caller, deadline, trace, repeated);
  }
}
