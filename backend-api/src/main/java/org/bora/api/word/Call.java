package org.bora.api.word;

import java.time.Instant;
import java.util.Objects;

/**
 * The circumstances of one SRM call, handed from the frontend to the backend beside the request.
 *
 * @param caller who asks
 * @param deadline when the client stops waiting; work is dropped then
 * @param trace identifier that ties the log lines of both halves together
 * @param repeated whether another backend may have done it before, and could not say so: what is
 *     done already is then no mistake of the client
 */
public record Call(Caller caller, Instant deadline, String trace, boolean repeated) {

  public Call {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(trace, "trace");
  }

  /** A call that is sent for the first time. */
  public Call(Caller caller, Instant deadline, String trace) {
    this(caller, deadline, trace, false);
  }

  /** The same for a backend that may not be the first to get it. */
  public Call again() {
    return new Call(caller, deadline, trace, true);
  }
}
