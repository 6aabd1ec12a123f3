package org.bora.backend.operation.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.diskcopy.DiskCopies;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinLookup;
import org.bora.backend.pin.PinState;
import org.bora.backend.pin.PinTable;
import org.bora.backend.pin.PinnedFiles;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;

/**
 * srmReleaseFiles (GFD.129 section 5.9): releases the pins of one request, or all pins of the
 * caller on some names. A repeated release, and the release of an expired pin, succeed; a file that
 * still waits is given up. With doRemove, a file that is safely on tape and not pinned by other
 * requests leaves the disk, if its area allows this. If its disk copy is the only one, the pin is
 * released anyway, and SRM_LAST_COPY says that the copy stays.
 */
public final class ReleaseFiles {
  private static final Set<RequestKind> PINNING =
      EnumSet.of(RequestKind.GET, RequestKind.BRING_ONLINE);

  private final Transactions transactions;
  private final PinLookup lookup;
  private final PinTable pins = new PinTable();
  private final RequestEventTable events = new RequestEventTable();
  private final Locator locator;
  private final DiskCopies copies;
  private final TokenSource tokens;

  ReleaseFiles(Transactions transactions, Locator locator, SpaceBooks books, TokenSource tokens) {
    this.transactions = transactions;
    this.copies = new DiskCopies(transactions, books);
    this.lookup = new PinLookup(transactions);
    this.locator = locator;
    this.tokens = tokens;
  }

  /** As {@link org.bora.api.Catalogue#RELEASE_FILES}. */
  public SurlStatusesReply releaseFiles(Call call, ReleaseRequest request) {
    if (request.token().isPresent()) {
      return switch (lookup.find(call.caller(), request.token().get())) {
        case PinLookup.Found.No(ReturnStatus status) -> refused(status);
        case PinLookup.Found.Yes(PinnedFiles found) ->
            PINNING.contains(found.head().kind())
                ? release(call, found.files(), request)
                : refused(
                    invalid(
                        "the token is neither of srmPrepareToGet nor of srmBringOnline;"
                            + " there is no pin to release"));
      };
    }
    if (request.surls().isEmpty()) {
      return refused(invalid("neither a token nor a SURL is given"));
    }
    List<NameKey> keys = request.surls().stream().map(this::keyOf).toList();
    return release(
        call, transactions.read(sql -> pins.ofOwner(sql, call.caller().dn(), keys)), request);
  }

  private SurlStatusesReply release(Call call, List<Pin> candidates, ReleaseRequest request) {
    Named named = named(candidates, request.token().isPresent());
    List<Pin> wanted =
        request.surls().isEmpty()
            ? candidates
            : request.surls().stream()
                .distinct()
                .flatMap(surl -> named.of(keyOf(surl)).stream())
                .distinct()
                .toList();
    Instant seen = tokens.now();
    List<Pin> holding = wanted.stream().filter(pin -> !pin.stateAt(seen).isTerminal()).toList();
    if (!holding.isEmpty()) {
      transactions.talk(
          dialogue -> {
            Instant now = tokens.now();
            Map<RequestToken, Integer> moved =
                pins.move(dialogue.ask(), holding, PinState.Event.RELEASE, now);
            events.add(dialogue, moved, RequestEvent.Kind.RELEASED, ChangedBy.caller(call), now);
            return moved;
          });
    }
    return reply(request, candidates, named);
  }

  /**
   * Pins by name. A pin follows its file to a new name, but its caller may know only the name in
   * the request.
   */
  private record Named(Map<NameKey, List<Pin>> asked, Map<NameKey, List<Pin>> current) {
    List<Pin> of(NameKey name) {
      List<Pin> first = asked.getOrDefault(name, List.of());
      return first.isEmpty() ? current.getOrDefault(name, List.of()) : first;
    }
  }

  /**
   * @param oneRequest whether they are of one request: its own names count first then
   */
  private Named named(List<Pin> pins, boolean oneRequest) {
    return new Named(
        oneRequest
            ? pins.stream().collect(Collectors.groupingBy(pin -> keyOf(pin.surl())))
            : Map.of(),
        pins.stream().collect(Collectors.groupingBy(Pin::key)));
  }

  private SurlStatusesReply reply(ReleaseRequest request, List<Pin> all, Named named) {
    List<SurlStatus> files = new ArrayList<>();
    if (request.surls().isEmpty()) {
      all.forEach(
          pin -> files.add(new SurlStatus(pin.surl(), result(pin, pin.surl(), request.remove()))));
    }
    for (Surl surl : request.surls()) {
      List<Pin> found = named.of(keyOf(surl));
      files.add(
          new SurlStatus(
              surl,
              found.isEmpty()
                  ? ReturnStatus.of(SrmStatus.INVALID_PATH, "you have no pin on this file")
                  : result(found.getFirst(), surl, request.remove())));
    }
    return new SurlStatusesReply(
        StatusAggregation.of(files.stream().map(SurlStatus::status).toList()), files);
  }

  private ReturnStatus result(Pin pin, Surl surl, boolean remove) {
    return switch (pin.state()) {
      case WAITING, PINNED, RELEASED, EXPIRED, WITHDRAWN, TIMED_OUT ->
          remove ? dropped(pin, surl) : ReturnStatus.success();
      case ABORTED -> ReturnStatus.of(SrmStatus.ABORTED, "the pin had ended before");
      case FAILED -> pin.failure().orElseThrow();
    };
  }

  /** The pin is always released; the answer also has the result for the disk copy. */
  private ReturnStatus dropped(Pin pin, Surl surl) {
    if (!keyOf(surl).equals(pin.key())) {
      return ReturnStatus.of(
          SrmStatus.SUCCESS, "released; the copy on disk stays: the file has another name now");
    }
    if (!(locator.locate(surl) instanceof Place place)) {
      return ReturnStatus.success();
    }
    ReturnStatus dropped = copies.drop(place, tokens.now());
    return switch (dropped.code()) {
      case SUCCESS -> dropped;
      case LAST_COPY ->
          ReturnStatus.of(
              SrmStatus.LAST_COPY, "released; the copy on disk is the only one, and stays");
      default ->
          ReturnStatus.of(
              SrmStatus.SUCCESS, "released; the copy on disk stays: " + dropped.explanation());
    };
  }

  private NameKey keyOf(Surl surl) {
    return NameKey.of(surl, locator.locate(surl));
  }

  private static ReturnStatus invalid(String reason) {
    return ReturnStatus.of(SrmStatus.INVALID_REQUEST, reason);
  }

  private static SurlStatusesReply refused(ReturnStatus status) {
    return new SurlStatusesReply(status, List.of());
  }
}
