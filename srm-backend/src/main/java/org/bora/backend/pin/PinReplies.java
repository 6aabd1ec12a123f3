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
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.NameKey;

/**
 * How pins are told to their client.
 *
 * @param pinned the file status of a pin that holds: SRM_FILE_PINNED for a get, SRM_SUCCESS for a
 *     bringOnline
 */
public record PinReplies(SrmStatus pinned) {

  /** The reply to a request that is refused as a whole, and so has no token. */
  public static GetReply refused(ReturnStatus status) {
    return new GetReply(
        status, Optional.empty(), List.of(), OptionalInt.empty(), OptionalInt.empty());
  }

  /** The reply of a request with all its files. */
  public GetReply all(PinnedFiles request, Instant now) {
    return of(
        request, request.files().stream().map(pin -> file(pin, pin.surl(), now)).toList(), now);
  }

  /** The reply of a request with those of its files that were asked for. */
  GetReply some(PinnedFiles request, List<Surl> surls, Function<Surl, NameKey> keyOf, Instant now) {
    return of(request, told(request, surls, keyOf, now), now);
  }

  private static GetReply of(PinnedFiles request, List<GetFileStatus> told, Instant now) {
    return new GetReply(
        status(request.files()),
        Optional.of(request.head().token().toString()),
        told,
        OptionalInt.of(Lifetimes.secondsLeft(now, request.head().deadline())),
        OptionalInt.empty());
  }

  private List<GetFileStatus> told(
      PinnedFiles request, List<Surl> surls, Function<Surl, NameKey> keyOf, Instant now) {
    Map<NameKey, Pin> byName = new HashMap<>();
    request.files().forEach(pin -> byName.merge(pin.key(), pin, (first, second) -> first));
    return surls.stream()
        .map(
            surl -> {
              Pin pin = byName.get(keyOf.apply(surl));
              return pin == null ? stranger(surl) : file(pin, surl, now);
            })
        .toList();
  }

  /** The status of the whole: it is final, and does not change when pins end. */
  private static ReturnStatus status(List<Pin> pins) {
    return RequestStatus.of(
        pins.stream().map(pin -> pin.failure().orElseGet(ReturnStatus::success)).toList());
  }

  private GetFileStatus file(Pin pin, Surl surl, Instant now) {
    boolean holds = pin.stateAt(now) == PinState.PINNED;
    return new GetFileStatus(
        surl,
        pin.status(now, pinned),
        pin.size(),
        OptionalInt.empty(),
        holds ? OptionalInt.of(Lifetimes.secondsLeft(now, pin.until())) : OptionalInt.empty(),
        pin.turl().filter(any -> holds));
  }

  private static GetFileStatus stranger(Surl surl) {
    return new GetFileStatus(
        surl,
        ReturnStatus.of(SrmStatus.INVALID_PATH, "the request has no such file"),
        OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }
}
