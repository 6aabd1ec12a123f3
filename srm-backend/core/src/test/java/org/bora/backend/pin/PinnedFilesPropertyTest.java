package org.bora.backend.pin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Nowhere;
import org.bora.backend.pin.PinState.Event;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.Progress;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestToken;

/** Whatever happens to the files of a request, in whatever order. */
class PinnedFilesPropertyTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final Duration TOTAL = Duration.ofHours(1);
  private static final ReturnStatus GONE = ReturnStatus.of(SrmStatus.INVALID_PATH, "gone");

  /** How a file begins. */
  enum Beginning {
    WAITING,
    PINNED,
    REFUSED
  }

  @Property
  void aFinishedRequestKeepsItsStatus(
      @ForAll @Size(min = 1, max = 4) List<Beginning> beginnings,
      @ForAll @Size(max = 12) List<Event> events,
      @ForAll @Size(value = 12) List<@IntRange(max = 1500) Integer> seconds,
      @ForAll @Size(value = 12) List<Boolean> suspensions) {
    Instant now = START;
    PinnedFiles request = begin(beginnings);
    Optional<ReturnStatus> last = Optional.empty();
    for (int step = 0; step < events.size(); step++) {
      now = now.plusSeconds(seconds.get(step));
      last = check(last, request.status(now));
      if (last.isEmpty()) {
        request = suspended(request, suspensions.get(step));
      }
      request = after(request, step % beginnings.size(), events.get(step), now);
      last = check(last, request.status(now));
    }
    ReturnStatus end = request.status(now.plus(TOTAL));
    check(last, end);
    assertEquals(true, isFinished(end), "nothing waits for ever: " + end);
  }

  /** The final status as soon as there is one; it must stay. */
  private static Optional<ReturnStatus> check(Optional<ReturnStatus> before, ReturnStatus status) {
    before.ifPresent(kept -> assertEquals(kept, status));
    return isFinished(status) ? Optional.of(status) : Optional.empty();
  }

  private static boolean isFinished(ReturnStatus status) {
    return new Progress(status, 0, 0, 0).isFinished();
  }

  private static PinnedFiles begin(List<Beginning> beginnings) {
    RequestHead head =
        RequestHead.begin(
            new RequestToken(new UUID(1, 2)),
            RequestKind.BRING_ONLINE,
            new RequestOwner("/CN=Alice", Optional.empty(), Optional.empty()),
            "",
            START,
            new Lifetimes(TOTAL, Duration.ofMinutes(10)));
    List<Pin> files = new ArrayList<>();
    for (Beginning beginning : beginnings) {
      Pin waiting = waiting(head, files.size());
      files.add(
          switch (beginning) {
            case WAITING -> waiting;
            case PINNED -> waiting.pinned(Optional.empty(), OptionalLong.of(1), START);
            case REFUSED -> waiting.refused(GONE, START);
          });
    }
    return new PinnedFiles(head, files);
  }

  private static Pin waiting(RequestHead head, int position) {
    Surl surl = new Surl("f" + position);
    return new Pin(
        head.token(),
        position,
        surl,
        NameKey.of(surl, new Nowhere(GONE)),
        PinState.WAITING,
        Optional.of(new Pin.Waiting(WaitReason.DEFERRED_START, START.plusSeconds(300))),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        head.deadline(),
        Duration.ofMinutes(10),
        Optional.empty());
  }

  private static PinnedFiles suspended(PinnedFiles request, boolean suspended) {
    RequestHead head = request.head();
    return new PinnedFiles(
        new RequestHead(
            head.token(),
            head.kind(),
            head.owner(),
            head.description(),
            head.created(),
            head.deadline(),
            head.ends(),
            suspended),
        request.files());
  }

  private static PinnedFiles after(PinnedFiles request, int file, Event event, Instant now) {
    List<Pin> files = new ArrayList<>(request.files());
    Pin pin = files.get(file);
    // The clock alone lets time pass, and what it ended nobody moves.
    Optional<PinState> next =
        event == Event.TIME_OVER ? Optional.empty() : pin.stateAt(now).next(event);
    next.ifPresent(state -> files.set(file, moved(pin, event, state, now)));
    return new PinnedFiles(request.head(), files);
  }

  private static Pin moved(Pin pin, Event event, PinState next, Instant now) {
    return switch (event) {
      case READY -> pin.pinned(Optional.empty(), OptionalLong.of(1), now);
      case REFUSE -> pin.refused(GONE, now);
      case RELEASE, ABORT, REPLACE, TIME_OVER ->
          new Pin(
              pin.token(),
              pin.position(),
              pin.surl(),
              pin.key(),
              next,
              Optional.empty(),
              pin.file(),
              Optional.empty(),
              pin.size(),
              pin.until(),
              pin.life(),
              pin.turl());
    };
  }
}
