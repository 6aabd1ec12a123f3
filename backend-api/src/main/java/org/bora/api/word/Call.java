package org.bora.api.word;

import java.time.Instant;
import java.util.Objects;

/**
 * The circumstances of one SRM call, handed from the frontend to the backend beside the request.
 *
 * @param caller who asks
 * @param deadline when the client will have stopped waiting; work nobody waits for is dropped
 * @param trace identifier that ties the log lines of both halves together
 */
public record Call(Caller caller, Instant deadline, String trace) {

  public Call {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(trace, "trace");
  }
}
