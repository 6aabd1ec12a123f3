package org.bora.backend.pin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.FileLook.Seen;
import org.bora.backend.pin.PinWishes.Wish;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.TokenSource;

/**
 * Pins files that are on disk: look at each, then enter all of them in one transaction. Where the
 * start is deferred they are entered as waiting; {@link DuePins} pins them when their time comes.
 */
public final class Pinning {
  private final PinSettings settings;
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();
  private final Locator locator;
  private final Entrance entrance;
  private final TokenSource tokens;

  public Pinning(
      PinSettings settings,
      Transactions transactions,
      Locator locator,
      Entrance entrance,
      TokenSource tokens) {
    this.settings = settings;
    this.transactions = transactions;
    this.locator = locator;
    this.entrance = entrance;
    this.tokens = tokens;
  }

  /** Pinned, or refused as a whole. */
  public sealed interface Outcome {
    record Entered(PinnedFiles files) implements Outcome {}

    record Refused(ReturnStatus status) implements Outcome {}
  }

  /**
   * Pins the files of a request.
   *
   * @param turl makes the TURL of a physical path; empty where none is wanted
   */
  public Outcome pin(
      Call call,
      GetRequest request,
      RequestKind kind,
      PinTerms.Granted granted,
      Function<String, Optional<String>> turl) {
    Instant now = tokens.now();
    PinWishes wishes = wishes(call, kind, turl);
    for (SourceFile file : request.files()) {
      if (!wishes.add(file)) {
        return new Outcome.Refused(
            ReturnStatus.of(
                SrmStatus.TOO_MANY_RESULTS,
                "the directories hold more than "
                    + settings.limits().directoryFiles()
                    + " files, ask for them in parts"));
      }
    }
    RequestHead head =
        RequestHead.begin(
            tokens.token(now),
            kind,
            wishes.owner(),
            request.description(),
            now,
            granted.lifetimes());
    PinnedFiles pinned = entered(head, granted, withBusy(wishes.all()));
    checkPatience(call);
    store(pinned);
    return new Outcome.Entered(pinned);
  }

  private PinWishes wishes(Call call, RequestKind kind, Function<String, Optional<String>> turl) {
    // An area's rules may allow reading without staging, and staging without reading.
    OperationClass use =
        kind == RequestKind.BRING_ONLINE ? OperationClass.STAGE : OperationClass.READ;
    DirectoryFiles directories =
        new DirectoryFiles(locator, () -> checkPatience(call), settings.limits().directoryFiles());
    return new PinWishes(locator, entrance, call.caller(), use, tokens.now(), turl, directories);
  }

  private void checkPatience(Call call) {
    if (tokens.now().isAfter(call.deadline())) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the files could not be pinned in time", null);
    }
  }

  private static PinnedFiles entered(
      RequestHead head, PinTerms.Granted granted, List<Wish> wishes) {
    List<Pin> files = new ArrayList<>();
    boolean waits = granted.deferred().isPositive();
    for (Wish wish : wishes) {
      Pin waiting =
          new Pin(
              head.token(),
              files.size(),
              wish.surl(),
              wish.seen().key(),
              PinState.WAITING,
              Optional.of(
                  new Pin.Waiting(
                      WaitReason.DEFERRED_START, head.created().plus(granted.deferred()))),
              Optional.empty(),
              wish.seen().size(),
              head.deadline(),
              granted.lifetimes().pin(),
              wish.seen().turl());
      files.add(begun(waiting, wish.seen(), waits, head.created()));
    }
    // Whatever waits is pinned before the deadline or never.
    RequestHead kept =
        waits ? head.keptUntil(head.deadline().plus(granted.lifetimes().pin())) : head;
    return new PinnedFiles(kept, files);
  }

  private static Pin begun(Pin waiting, Seen seen, boolean waits, Instant now) {
    if (seen.failure().isPresent()) {
      return waiting.refused(seen.failure().get());
    }
    return waits ? waiting : waiting.pinned(seen.size(), now);
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

  /** A file that is missing because it is just being written is busy, not missing. */
  private List<Wish> withBusy(List<Wish> wishes) {
    List<NameKey> missing =
        wishes.stream().map(Wish::seen).filter(Seen::isMissing).map(Seen::key).toList();
    if (missing.isEmpty()) {
      return wishes;
    }
    Set<NameKey> busy = new HashSet<>();
    Instant now = tokens.now();
    transactions.read(sql -> puts.activeOn(sql, missing)).stream()
        .filter(put -> !put.isOverdue(now))
        .forEach(put -> busy.add(put.key()));
    return wishes.stream()
        .map(
            wish ->
                busy.contains(wish.seen().key())
                    ? new Wish(wish.surl(), Seen.refused(wish.seen().key(), FileLook.busy()))
                    : wish)
        .toList();
  }
}
