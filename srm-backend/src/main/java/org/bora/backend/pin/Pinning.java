package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** Pins files that are on disk: look at each, then enter all of them in one transaction. */
public final class Pinning {
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();
  private final Locator locator;
  private final Entrance entrance;
  private final TokenSource tokens;

  public Pinning(
      Transactions transactions, Locator locator, Entrance entrance, TokenSource tokens) {
    this.transactions = transactions;
    this.locator = locator;
    this.entrance = entrance;
    this.tokens = tokens;
  }

  /**
   * Pins the files of a request.
   *
   * @param turl makes the TURL of a physical path; empty where none is wanted
   */
  public PinnedFiles pin(
      Call call,
      GetRequest request,
      RequestKind kind,
      Lifetimes lifetimes,
      Function<String, Optional<String>> turl) {
    Instant now = tokens.now();
    Duration longest =
        lifetimes.pin().compareTo(lifetimes.total()) > 0 ? lifetimes.pin() : lifetimes.total();
    RequestHead head =
        new RequestHead(
            tokens.token(now),
            kind,
            call.caller().dn(),
            request.description(),
            now,
            now.plus(lifetimes.total()),
            now.plus(longest));
    Instant until = now.plus(lifetimes.pin());
    List<Pin> files = new ArrayList<>();
    for (Surl surl : request.surls()) {
      files.add(look(call.caller(), surl, turl).pin(head, files.size(), surl, until));
    }
    PinnedFiles pinned = new PinnedFiles(head, withBusy(files));
    if (tokens.now().isAfter(call.deadline())) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the files could not be pinned in time", null);
    }
    store(pinned);
    return pinned;
  }

  private void store(PinnedFiles pinned) {
    transactions.run(
        sql -> {
          // A token that is there already is our own: the commit that seemed to fail did not.
          if (requests.insert(sql, pinned.head())) {
            pins.insert(sql, pinned.files());
          }
          return pinned;
        });
  }

  /** What a look at one file found. */
  private record Seen(
      NameKey key, Optional<ReturnStatus> failure, OptionalLong size, Optional<String> turl) {

    Pin pin(RequestHead head, int position, Surl surl, Instant until) {
      PinState state = failure.isPresent() ? PinState.FAILED : PinState.PINNED;
      return new Pin(head.token(), position, surl, key, state, failure, size, until, turl);
    }
  }

  private static Seen failed(NameKey key, SrmStatus code, String reason) {
    return failed(key, ReturnStatus.of(code, reason));
  }

  private static Seen failed(NameKey key, ReturnStatus why) {
    return new Seen(key, Optional.of(why), OptionalLong.empty(), Optional.empty());
  }

  private Seen look(Caller caller, Surl surl, Function<String, Optional<String>> turl) {
    return switch (entrance.enter(caller, OperationClass.READ, surl)) {
      case Entry.Refused(ReturnStatus status) ->
          failed(NameKey.of(surl, locator.locate(surl)), status);
      case Entry.Above _ ->
          failed(
              NameKey.of(surl, locator.locate(surl)), SrmStatus.INVALID_PATH, "it is a directory");
      case Entry.Inside(Place place) -> look(place, turl);
    };
  }

  private static Seen look(Place place, Function<String, Optional<String>> turl) {
    NameKey key = NameKey.of(place);
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      if (!facts.isFile()) {
        return failed(
            key,
            SrmStatus.INVALID_PATH,
            facts.isDirectory() ? "it is a directory" : "it is not a file");
      }
      Optional<String> made = turl.apply(place.area().tree().physicalPath(place.path()));
      return new Seen(key, Optional.empty(), OptionalLong.of(facts.size()), made);
    } catch (StorageException e) {
      return failed(key, e.reason() == Reason.MISSING ? missing() : StorageRefusal.of(e));
    }
  }

  private static ReturnStatus missing() {
    return StorageRefusal.of(Reason.MISSING);
  }

  /** A file that is missing because it is just being written is busy, not missing. */
  private List<Pin> withBusy(List<Pin> files) {
    List<NameKey> missing =
        files.stream()
            .filter(pin -> pin.failure().equals(Optional.of(missing())))
            .map(Pin::key)
            .toList();
    if (missing.isEmpty()) {
      return files;
    }
    Set<NameKey> busy = new HashSet<>();
    Instant now = tokens.now();
    transactions.read(sql -> puts.activeOn(sql, missing)).stream()
        .filter(put -> !put.isOverdue(now))
        .forEach(put -> busy.add(put.key()));
    return files.stream().map(pin -> busy.contains(pin.key()) ? pin.refused(busy()) : pin).toList();
  }

  private static ReturnStatus busy() {
    return ReturnStatus.of(SrmStatus.FILE_BUSY, "the file is being written");
  }
}
