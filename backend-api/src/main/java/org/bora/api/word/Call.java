package org.bora.api.word;

import java.time.Instant;
import java.util.Objects;

/**
 * The context of one call, passed from the frontend to the backend together with the request.
 *
 * @param caller who calls
 * @param deadline when the client stops waiting; the work is abandoned then
 * @param trace identifier that ties the log lines of both halves together
 * @param repeated whether another backend may already have done the work without being able to
 *     answer; then it is not an error of the client if the work is already done
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
