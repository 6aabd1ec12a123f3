package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestToken;

/**
 * One file of a get or bringOnline, as stored.
 *
 * @param position in the request, from 0
 * @param waiting reason and end of the wait, while WAITING
 * @param file the identifier of the file that is pinned, or comes from tape; absent for a file
 *     without one, and until it has been looked up
 * @param failure the code and its explanation, for FAILED; for WITHDRAWN and ABORTED why it ended,
 *     where that was noted because no client of the request did it
 * @param size bytes, when it was looked at
 * @param until while WAITING the end of the total request time, then that of the pin
 * @param life of the pin as granted; counts from the moment it is pinned
 * @param turl transfer URL, once it is pinned; absent for bringOnline
 * @param times when its recall began and its wait ended
 */
public record Pin(
    RequestToken token,
    int position,
    Surl surl,
    NameKey key,
    PinState state,
    Optional<Waiting> waiting,
    Optional<UUID> file,
    Optional<ReturnStatus> failure,
    OptionalLong size,
    Instant until,
    Duration life,
    Optional<String> turl,
    PinTimes times) {

  /** One whose history has yet to begin. */
  public Pin(
      RequestToken token,
      int position,
      Surl surl,
      NameKey key,
      PinState state,
      Optional<Waiting> waiting,
      Optional<UUID> file,
      Optional<ReturnStatus> failure,
      OptionalLong size,
      Instant until,
      Duration life,
      Optional<String> turl) {
    this(
        token,
        position,
        surl,
        key,
        state,
        waiting,
        file,
        failure,
        size,
        until,
        life,
        turl,
        PinTimes.NONE);
  }

  /**
   * Why a file is not pinned yet.
   *
   * @param start when the wait ends, if known
   */
  public record Waiting(WaitReason reason, Instant start) {
    public Waiting {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(start, "start");
    }
  }

  public Pin {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(until, "until");
    Objects.requireNonNull(life, "life");
    Objects.requireNonNull(turl, "turl");
    Objects.requireNonNull(times, "times");
    boolean ended = state == PinState.WITHDRAWN || state == PinState.ABORTED;
    if (!ended && failure.isPresent() != (state == PinState.FAILED)) {
      throw new IllegalArgumentException("a failure code belongs to FAILED, not to " + state);
    }
    if (waiting.isPresent() != (state == PinState.WAITING)) {
      throw new IllegalArgumentException("a reason to wait belongs to WAITING, not to " + state);
    }
  }

  /**
   * The same name, pinned from {@code now} on.
   *
   * @param found the identifier of the file that has the name now
   */
  Pin pinned(Optional<UUID> found, OptionalLong seen, Instant now) {
    return moved(PinState.PINNED, found, Optional.empty(), seen, now.plus(life), now);
  }

  /**
   * The same file, on tape; it waits until the end of the total request time.
   *
   * @param running whether a batch is reading it already
   */
  Pin waitingFor(UUID staged, boolean running, Instant now) {
    Waiting tape = new Waiting(running ? WaitReason.RECALL : WaitReason.TAPE, now);
    return new Pin(
        token,
        position,
        surl,
        key,
        PinState.WAITING,
        Optional.of(tape),
        Optional.of(staged),
        Optional.empty(),
        size,
        until,
        life,
        turl,
        running ? times.begunAt(now) : times);
  }

  /** The same file with another duration of its pin. */
  Pin lasting(Duration other) {
    return new Pin(
        token, position, surl, key, state, waiting, file, failure, size, until, other, turl, times);
  }

  /** The same file with an estimated end of its waiting. */
  Pin expectedAt(Instant end) {
    Optional<Waiting> then = waiting.map(known -> new Waiting(known.reason(), end));
    return new Pin(
        token, position, surl, key, state, then, file, failure, size, until, life, turl, times);
  }

  /** The file on tape that it waits for. */
  Optional<UUID> onTape() {
    return waiting.filter(known -> known.reason().isAboutTape()).flatMap(_ -> file);
  }

  /** The same file, refused. */
  Pin refused(ReturnStatus why, Instant now) {
    return moved(PinState.FAILED, file, Optional.of(why), OptionalLong.empty(), until, now);
  }

  /** The same file, which was pinned and has gone. */
  Pin aborted(Instant now) {
    PinState next = state.next(PinState.Event.ABORT).orElse(state);
    ReturnStatus why = ReturnStatus.of(SrmStatus.ABORTED, PinTable.REPLACED);
    return moved(next, file, Optional.of(why), size, until, now);
  }

  private Pin moved(
      PinState next,
      Optional<UUID> found,
      Optional<ReturnStatus> why,
      OptionalLong seen,
      Instant end,
      Instant now) {
    return new Pin(
        token,
        position,
        surl,
        key,
        next,
        Optional.empty(),
        found,
        why,
        seen,
        end,
        life,
        turl,
        times.endedAt(now));
  }

  /**
   * The state at {@code now}: expired pins count as ended even if the database does not have it
   * yet.
   */
  public PinState stateAt(Instant now) {
    return now.isBefore(until) ? state : state.next(PinState.Event.TIME_OVER).orElse(state);
  }

  /** When it stopped waiting, as seen at {@code now}; empty while it waits, and where unknown. */
  Optional<Instant> ended(Instant now) {
    return stateAt(now) == PinState.TIMED_OUT ? Optional.of(until) : times.ended();
  }

  /**
   * The status for clients at {@code now}.
   *
   * @param pinned the code of a valid pin: SRM_FILE_PINNED for a get, SRM_SUCCESS for a bringOnline
   * @param suspended whether the request is suspended
   */
  public ReturnStatus status(Instant now, SrmStatus pinned, boolean suspended) {
    return switch (stateAt(now)) {
      case WAITING -> waitingStatus(suspended);
      case PINNED -> ReturnStatus.of(pinned);
      case RELEASED -> ReturnStatus.of(SrmStatus.RELEASED);
      case EXPIRED -> ReturnStatus.of(SrmStatus.FILE_LIFETIME_EXPIRED, "the pin has ended");
      // without an explanation its client gave it up
      case ABORTED, WITHDRAWN -> failure.orElse(ReturnStatus.of(SrmStatus.ABORTED));
      case TIMED_OUT ->
          ReturnStatus.of(SrmStatus.FAILURE, "the total request time was over before its pin");
      case FAILED -> failure.orElseThrow();
    };
  }

  /** What the file contributes to the status of its request: final as soon as it is not pending. */
  public ReturnStatus outcome(Instant now, boolean suspended) {
    return outcome(stateAt(now), failure, waiting.map(Waiting::reason), suspended);
  }

  static ReturnStatus outcome(
      PinState seen,
      Optional<ReturnStatus> failure,
      Optional<WaitReason> reason,
      boolean suspended) {
    return switch (seen) {
      case WAITING ->
          ReturnStatus.of(suspended ? SrmStatus.REQUEST_SUSPENDED : reason.orElseThrow().status());
      case PINNED, RELEASED, ABORTED, EXPIRED -> ReturnStatus.success();
      case WITHDRAWN -> ReturnStatus.of(SrmStatus.ABORTED, "aborted");
      case TIMED_OUT -> ReturnStatus.of(SrmStatus.REQUEST_TIMED_OUT);
      case FAILED -> failure.orElseThrow();
    };
  }

  private ReturnStatus waitingStatus(boolean suspended) {
    return suspended
        ? ReturnStatus.of(SrmStatus.REQUEST_SUSPENDED)
        : waiting
            .map(Waiting::reason)
            .map(reason -> ReturnStatus.of(reason.status(), reason.explanation()))
            .orElseThrow();
  }
}
