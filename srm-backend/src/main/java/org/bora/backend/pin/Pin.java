package org.bora.backend.pin;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;

/**
 * One file of a get or bringOnline, as it is stored.
 *
 * @param position in the request, from 0
 * @param failure the code and its explanation, for FAILED
 * @param size bytes, when it was pinned
 * @param turl where to read; absent for bringOnline
 */
public record Pin(
    RequestToken token,
    int position,
    Surl surl,
    NameKey key,
    PinState state,
    Optional<ReturnStatus> failure,
    OptionalLong size,
    Instant until,
    Optional<String> turl) {

  public Pin {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(until, "until");
    Objects.requireNonNull(turl, "turl");
    if (failure.isPresent() != (state == PinState.FAILED)) {
      throw new IllegalArgumentException("a failure code belongs to FAILED, not to " + state);
    }
  }

  /** The same file, refused. */
  Pin refused(ReturnStatus why) {
    return new Pin(
        token,
        position,
        surl,
        key,
        PinState.FAILED,
        Optional.of(why),
        OptionalLong.empty(),
        until,
        Optional.empty());
  }

  /** The state at {@code now}: a pin whose time is over has expired. */
  public PinState stateAt(Instant now) {
    return state == PinState.PINNED && !now.isBefore(until)
        ? state.next(PinState.Event.PIN_OVER).orElseThrow()
        : state;
  }

  /**
   * What clients are told at {@code now}.
   *
   * @param pinned the code of a pin that holds: a get says SRM_FILE_PINNED, a bringOnline
   *     SRM_SUCCESS
   */
  public ReturnStatus status(Instant now, SrmStatus pinned) {
    PinState seen = stateAt(now);
    return switch (seen) {
      case FAILED -> failure.orElseThrow();
      case PINNED -> ReturnStatus.of(pinned);
      case RELEASED -> ReturnStatus.of(seen.status());
      case ABORTED ->
          ReturnStatus.of(seen.status(), "aborted, or the file was removed or replaced");
      case EXPIRED -> ReturnStatus.of(seen.status(), "the pin has ended");
    };
  }
}
