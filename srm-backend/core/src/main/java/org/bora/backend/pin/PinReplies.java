package org.bora.backend.pin;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestHead;

/**
 * Makes the replies about pins.
 *
 * @param pinned the status of a pinned file: SRM_FILE_PINNED for a get, SRM_SUCCESS for a
 *     bringOnline
 */
public record PinReplies(SrmStatus pinned) {

  /** The reply to a request that is refused as a whole, and so has no token. */
  public static GetReply refused(ReturnStatus status) {
    return new GetReply(
        status, Optional.empty(), List.of(), OptionalInt.empty(), OptionalInt.empty());
  }

  /** The first reply to a request. */
  public GetReply of(Pinning.Outcome outcome) {
    return switch (outcome) {
      case Pinning.Outcome.Refused(ReturnStatus status) -> refused(status);
      case Pinning.Outcome.Entered(PinnedFiles files) -> all(files, files.head().created());
      case Pinning.Outcome.Known(PinnedFiles files, Instant now) -> all(files, now);
    };
  }

  /** The reply of a request with all its files. */
  GetReply all(PinnedFiles request, Instant now) {
    return of(
        request,
        request.files().stream().map(pin -> file(pin, pin.surl(), request.head(), now)).toList(),
        now);
  }

  /** The reply of a request with the requested files. */
  GetReply some(PinnedFiles request, List<Surl> surls, Function<Surl, NameKey> keyOf, Instant now) {
    return of(request, told(request, surls, keyOf, now), now);
  }

  private static GetReply of(PinnedFiles request, List<GetFileStatus> told, Instant now) {
    return new GetReply(
        request.status(now),
        Optional.of(request.head().token().toString()),
        told,
        OptionalInt.of(Lifetimes.secondsLeft(now, request.head().deadline())),
        remainingDeferredStart(request, now));
  }

  /** Until the first of the deferred files starts. */
  private static OptionalInt remainingDeferredStart(PinnedFiles request, Instant now) {
    return request.files().stream()
        .filter(pin -> pin.stateAt(now) == PinState.WAITING)
        .flatMap(pin -> pin.waiting().stream())
        .filter(waiting -> waiting.reason() == WaitReason.DEFERRED_START)
        .mapToInt(waiting -> Lifetimes.secondsLeft(now, waiting.start()))
        .min();
  }

  private List<GetFileStatus> told(
      PinnedFiles request, List<Surl> surls, Function<Surl, NameKey> keyOf, Instant now) {
    Map<NameKey, Pin> byName = new HashMap<>();
    request.files().forEach(pin -> byName.merge(pin.key(), pin, (first, second) -> first));
    return surls.stream()
        .map(
            surl -> {
              Pin pin = byName.get(keyOf.apply(surl));
              return pin == null ? stranger(surl) : file(pin, surl, request.head(), now);
            })
        .toList();
  }

  private GetFileStatus file(Pin pin, Surl surl, RequestHead head, Instant now) {
    PinState seen = pin.stateAt(now);
    boolean holds = seen == PinState.PINNED;
    return new GetFileStatus(
        surl,
        pin.status(now, pinned, head.suspended()),
        pin.size(),
        seen == PinState.WAITING && !head.suspended() ? wait(pin, now) : OptionalInt.empty(),
        holds ? OptionalInt.of(Lifetimes.secondsLeft(now, pin.until())) : OptionalInt.empty(),
        pin.turl().filter(any -> holds),
        pin.times().began(),
        pin.ended(now));
  }

  /** At least a second: clients take 0 for "ask as often as you can". */
  private static OptionalInt wait(Pin pin, Instant now) {
    return OptionalInt.of(
        Math.max(1, Lifetimes.secondsLeft(now, pin.waiting().orElseThrow().start())));
  }

  private static GetFileStatus stranger(Surl surl) {
    return new GetFileStatus(
        surl,
        RequestFiles.stranger(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }
}
