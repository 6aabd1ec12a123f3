package org.bora.backend.operation.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.request.TokenSource;
import org.bora.gridftp.copy.GsiftpUrl;

/**
 * The context of a copy's steps: its caller, its deadline, and whether it is to stop.
 *
 * @param until deadline of the whole copy
 */
record Errand(CopyJob job, Instant until, TokenSource tokens) {

  /** The transfer protocol for both sides; third-party copies use no other. */
  static final List<String> PROTOCOLS = List.of("gsiftp");

  static final ReturnStatus TIME_OVER =
      ReturnStatus.of(
          SrmStatus.FAILURE, "the total request time was over before the file was copied");

  /** Enough for one operation of this service. */
  private static final Duration ONE_CALL = Duration.ofMinutes(2);

  /** The circumstances of an operation of this service that is called now. */
  Call call() {
    return job.call(tokens.now().plus(ONE_CALL));
  }

  StopSignal stop() {
    return job.stop();
  }

  /** The description of the request on a side, for its users. */
  String description() {
    return "srmCopy " + job.head().token();
  }

  Duration left() throws CopyRefused {
    Duration left = Duration.between(tokens.now(), until);
    if (!left.isPositive()) {
      throw new CopyRefused(TIME_OVER);
    }
    return left;
  }

  /** The same in whole seconds, at least one. */
  OptionalInt secondsLeft() throws CopyRefused {
    return OptionalInt.of(Math.clamp(left().toSeconds(), 1, Integer.MAX_VALUE));
  }

  static GsiftpUrl url(String turl) throws CopyRefused {
    return GsiftpUrl.parse(turl)
        .orElseThrow(() -> new CopyRefused(SrmStatus.FAILURE, "an invalid transfer URL was given"));
  }
}
