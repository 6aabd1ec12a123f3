package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.BackendFailure;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
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
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Pins files: look at each, then enter all of them in one transaction. What is on disk is pinned at
 * once. Where the start is deferred they are entered as waiting, and {@link DuePins} goes on when
 * their time comes; what is on tape alone waits for its recall ({@link Staging}).
 */
public final class Pinning {
  /**
   * Each but the last met a file that was replaced, renamed or removed at that very moment. A
   * request with a name has one round: another backend may have told it by now.
   */
  private static final int ROUNDS = 3;

  private final PinSettings settings;
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();
  private final RequestNameTable names = new RequestNameTable();
  private final SecondLook secondLook;
  private final Locator locator;
  private final Entrance entrance;
  private final Staging staging;
  private final PinEntry entry;
  private final PinAllowance allowance;
  private final CertainFiles certain = new CertainFiles();
  private final TokenSource tokens;

  public Pinning(
      PinSettings settings,
      Transactions transactions,
      Locator locator,
      Entrance entrance,
      Staging staging,
      TokenSource tokens,
      Executor beside) {
    this.settings = settings;
    this.transactions = transactions;
    this.locator = locator;
    this.entrance = entrance;
    this.staging = staging;
    this.entry = new PinEntry(staging);
    this.allowance = new PinAllowance(staging, transactions, beside);
    this.secondLook = new SecondLook(transactions, locator, tokens);
    this.tokens = tokens;
  }

  /** Pinned, or refused as a whole. */
  public sealed interface Outcome {
    record Entered(PinnedFiles files) implements Outcome {}

    /** The request already exists; its current state. */
    record Known(PinnedFiles files, Instant now) implements Outcome {}

    record Refused(ReturnStatus status) implements Outcome {}
  }

  /**
   * Pins the files of a request.
   *
   * @param turl that each file is to get
   */
  public Outcome pin(
      Call call, GetRequest request, RequestKind kind, PinTerms.Granted granted, WantedTurl turl) {
    for (int round = 1; ; round++) {
      Outcome outcome = enter(call, request, kind, granted, turl);
      if (!(outcome instanceof Outcome.Entered(PinnedFiles entered))) {
        return outcome;
      }
      Optional<PinnedFiles> pinned =
          request.name().isPresent()
              ? secondLook.known(entered).or(() -> Optional.of(entered)) // or its owner deleted it
              : secondLook.confirmed(entered, round == ROUNDS);
      if (pinned.isPresent()) {
        return new Outcome.Entered(
            request.staging() ? pinned.get() : Forecast.of(staging, pinned.get(), tokens.now()));
      }
    }
  }

  private Outcome enter(
      Call call, GetRequest request, RequestKind kind, PinTerms.Granted granted, WantedTurl turl) {
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
    List<PinEntry.Looked> looked = looked(head, granted, call.caller(), withBusy(wishes.all()));
    checkPatience(call);
    Optional<RequestName> name =
        request.name().map(given -> RequestName.of(call.caller().dn(), given));
    PinAllowance.Excess excess =
        request.staging() ? PinAllowance.Excess.UNPINNED : PinAllowance.Excess.REFUSED;
    return new Outcome.Entered(store(kept(head, granted, looked), looked, name, excess));
  }

  private PinWishes wishes(Call call, RequestKind kind, WantedTurl turl) {
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

  private List<PinEntry.Looked> looked(
      RequestHead head, PinTerms.Granted granted, Caller caller, List<Wish> wishes) {
    List<PinEntry.Looked> files = new ArrayList<>();
    Pin.Waiting deferred =
        new Pin.Waiting(WaitReason.DEFERRED_START, head.created().plus(granted.deferred()));
    for (Wish wish : wishes) {
      Pin waiting =
          new Pin(
              head.token(),
              files.size(),
              wish.surl(),
              wish.seen().key(),
              PinState.WAITING,
              Optional.of(deferred),
              Optional.empty(),
              Optional.empty(),
              wish.seen().size(),
              head.deadline(),
              life(wish.source(), granted),
              wish.seen().turl());
      Asker asker = Asker.of(caller, wish.source().activity());
      files.add(new PinEntry.Looked(waiting, wish.seen(), asker, granted.deferred().isPositive()));
    }
    return files;
  }

  private Duration life(SourceFile source, PinTerms.Granted granted) {
    return source.pinLifetime().isPresent()
        ? settings.lifetimes().pin(source.pinLifetime().getAsInt())
        : granted.lifetimes().pin();
  }

  /** Whatever waits is pinned before the deadline or never; the longest of the pins counts. */
  private static RequestHead kept(
      RequestHead head, PinTerms.Granted granted, List<PinEntry.Looked> looked) {
    boolean mayWait =
        granted.deferred().isPositive()
            || looked.stream().anyMatch(file -> file.seen().staged().isPresent());
    Duration longest =
        looked.stream()
            .map(file -> file.waiting().life())
            .max(Comparator.naturalOrder())
            .orElse(granted.lifetimes().pin());
    return head.keptUntil((mayWait ? head.deadline() : head.created()).plus(longest));
  }

  private PinnedFiles store(
      RequestHead head,
      List<PinEntry.Looked> looked,
      Optional<RequestName> name,
      PinAllowance.Excess excess) {
    AtomicBoolean begun = new AtomicBoolean();
    return transactions.talk(
        dialogue -> {
          boolean alone = name.isEmpty() && !begun.getAndSet(true);
          JdbcClient sql = dialogue.ask();
          if (!alone && !requests.insert(sql, head)) {
            // is there already: the commit that seemed to fail did not
            return pins.find(sql, head.token()).orElseThrow();
          }
          name.ifPresent(given -> names.give(sql, given, head.token()));
          List<PinEntry.Looked> within =
              allowance.within(sql, certain.of(sql, looked), excess, head.created());
          PinnedFiles pinned = new PinnedFiles(head, entry.decide(sql, within, head.created()));
          if (alone) {
            requests.insertNew(dialogue, head);
          }
          pins.insert(dialogue, pinned.files(), PinAllowance.buffers(within));
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
        .map(wish -> busy.contains(wish.seen().key()) ? wish.refused(FileLook.busy()) : wish)
        .toList();
  }
}
