package org.bora.backend.operation.put;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.allowance.Excess;
import org.bora.backend.allowance.Holding;
import org.bora.backend.allowance.PutAllowance;
import org.bora.backend.allowance.PutLimits;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Doubt;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.merge.MergeRefused;
import org.bora.backend.merge.Merges;
import org.bora.backend.merge.Merging;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.Claimant;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RefusedPut;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.BookedRoom;
import org.bora.backend.space.Promise;
import org.bora.backend.space.Shortage;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;

/**
 * Gives every file of a put its upload and enters all of them into the database in one transaction,
 * which takes the locks on their names.
 */
final class PutRegistration {
  private static final Logger LOG = LoggerFactory.getLogger(PutRegistration.class);

  /** In each round but the last, another call took one of the names in between. */
  private static final int ROUNDS = 25;

  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();
  private final PutTable puts = new PutTable();
  private final PutEnding ending;

  /** For registered puts, even if the caller has left. */
  private final PutEnding afterwards;

  private final UploadStart start;
  private final Locator locator;
  private final SpaceBooks books;
  private final PutAllowance allowance;
  private final Quotas quotas;
  private final Merges merges = new Merges();
  private final RoomSearch search;
  private final TokenSource tokens;

  PutRegistration(
      Transactions transactions,
      PutEnding ending,
      UploadStart start,
      Locator locator,
      BookedRoom room,
      PutLimits limits,
      TokenSource tokens) {
    this.transactions = transactions;
    this.allowance = limits.open();
    this.quotas = limits.quotas();
    this.ending = ending;
    this.afterwards = new PutEnding(transactions.toTheEnd(), puts, locator, room.books());
    this.start = start;
    this.locator = locator;
    this.books = room.books();
    this.search = new RoomSearch(room.maker(), locator, tokens);
    this.tokens = tokens;
  }

  /**
   * The progress of a registration.
   *
   * @param rows its files by their positions; changes
   * @param unheard whether an attempt to store it may have been committed although it failed
   * @param allowed how much its caller may hold
   * @param merging what files are made of, by their positions
   */
  private record Progress(
      Map<Integer, PutRow> rows,
      Doubt unheard,
      PutAllowance.Turn allowed,
      Map<Integer, Merging> merging) {
    Progress(PutAllowance.Turn allowed, Map<Integer, Merging> merging) {
      this(new TreeMap<>(), new Doubt(), allowed, merging);
    }
  }

  /** Where the bytes of a request go that names this space, or none. */
  Room room(Call call, Optional<Space> named) {
    return new Room(books, transactions, search.begin(call), named);
  }

  /** The files of the request as they are in the database now, in their order. */
  List<PutRow> register(
      Call call, RequestHead head, Wishes.Sorted sorted, UploadStart.Batch batch) {
    Progress progress = new Progress(allowed(call, sorted, head.created()), sorted.merging());
    sorted.refused().forEach(row -> progress.rows().put(row.position(), row));
    List<PutRow> stored;
    try {
      stored = register(call, head, sorted.wishes(), batch, progress);
    } catch (RuntimeException e) {
      discard(progress, progress.rows().values());
      throw e;
    }
    List<PutRow> rows = withoutLost(stored, head.created());
    requireCaller(rows, head);
    return rows;
  }

  /**
   * Ends the puts of a caller that has left meanwhile. Such a caller repeats the call elsewhere and
   * never learns this token, so no client could end the put, and its names would stay busy until it
   * expires.
   */
  private void requireCaller(List<PutRow> rows, RequestHead head) {
    if (!transactions.isForNobody()) {
      return;
    }
    afterwards.end(PutRow.open(rows), PutState.Event.ABORT, tokens.now());
    throw new BackendFailure(
        BackendFailure.Kind.TIMED_OUT,
        "the caller of put " + head.token() + " left before its reply; its files were aborted",
        null);
  }

  private PutAllowance.Turn allowed(Call call, Wishes.Sorted sorted, Instant now) {
    List<StorageArea> areas =
        sorted.wishes().stream().map(wish -> wish.place().area()).distinct().toList();
    return allowance.turn(Claimant.of(call.caller()), areas, now);
  }

  private List<PutRow> register(
      Call call, RequestHead head, List<Wish> wishes, UploadStart.Batch batch, Progress progress) {
    List<Wish> open = wishes;
    RoomSearch.Turn search = batch.room().search();
    for (int round = 0; round < ROUNDS; round++) {
      open = begin(batch, open, progress, round == 0, head.created());
      if (tokens.now().isAfter(call.deadline())) {
        throw new BackendFailure(
            BackendFailure.Kind.TIMED_OUT, "the files could not be prepared in time", null);
      }
      List<PutRow> all = List.copyOf(progress.rows().values());
      try {
        Optional<List<PutRow>> stored = store(call, head, all, progress);
        if (stored.isPresent()) {
          return stored.get();
        }
      } catch (Shortage shortage) {
        if (!search.finds(shortage, Wants.promises(PutRow.open(all)))) {
          refuseWhatIsTooMuch(shortage, progress, search);
        }
      } catch (Excess excess) {
        refuseWhatIsTooMuch(excess, progress);
      } catch (MergeRefused refusal) {
        refuseMerged(refusal, progress, batch.rights());
      }
    }
    throw new BackendFailure(
        BackendFailure.Kind.TRANSIENT,
        "too many other callers write the same files, try again",
        null);
  }

  /** Of the files that want something of a full space the first that fit stay. */
  private void refuseWhatIsTooMuch(Shortage shortage, Progress progress, RoomSearch.Turn search) {
    List<AcceptedPut> wanting =
        PutRow.open(progress.rows().values()).stream()
            .filter(row -> Wants.ofSpace(row).bytes() > 0)
            .filter(row -> Wants.promise(row).orElseThrow().space().equals(shortage.space()))
            .toList();
    Holding left = new Holding(Long.MAX_VALUE, shortage.free());
    for (AcceptedPut row : FirstThatFit.others(wanting, Wants::ofSpace, left)) {
      discard(progress, List.of(row));
      Promise promise = Wants.promise(row).orElseThrow();
      StorageArea area = locator.area(row.area()).orElseThrow();
      refuse(
          progress,
          row,
          search.explained(area, SpaceBooks.full(area, promise.space(), promise.bytes())));
    }
  }

  /** Of the files in an area of which the caller holds too much the first that fit stay. */
  private void refuseWhatIsTooMuch(Excess excess, Progress progress) {
    List<AcceptedPut> wanting =
        PutRow.open(progress.rows().values()).stream()
            .filter(row -> row.area().equals(excess.area()))
            .toList();
    Function<AcceptedPut, Holding> wants = excess.isOfQuota() ? Wants::ofSpace : Wants::ofArea;
    List<AcceptedPut> others = FirstThatFit.others(wanting, wants, excess.left());
    // none does where a limit was lowered below what is there
    for (AcceptedPut row : others.isEmpty() ? wanting : others) {
      discard(progress, List.of(row));
      refuse(
          progress,
          row,
          excess.isOfQuota() ? excess.status() : neverFits(row).orElse(excess.status()));
    }
  }

  private void refuseMerged(MergeRefused refusal, Progress progress, PutRights rights) {
    for (AcceptedPut row : PutRow.open(progress.rows().values())) {
      if (row.id().equals(refusal.upload())) {
        if (refusal.status().code() == SrmStatus.AUTHORIZATION_FAILURE) {
          tellKept(row, progress, rights);
        }
        discard(progress, List.of(row));
        refuse(progress, row, refusal.status());
      }
    }
  }

  private void tellKept(AcceptedPut row, Progress progress, PutRights rights) {
    Optional<AreaPath> kept = progress.merging().get(row.position()).kept();
    if (kept.isPresent() && locator.locate(row.surl()) instanceof Place put) {
      rights.tellKept(put, new Place(put.area(), kept.get()));
    }
  }

  /** A file that is larger than its area does not fit when other puts have ended either. */
  private Optional<ReturnStatus> neverFits(AcceptedPut row) {
    String area = row.area();
    long bytes = Wants.ofArea(row).bytes();
    OptionalLong size = books.settings().of(area).size();
    return size.isPresent() && bytes > size.getAsLong()
        ? locator.area(area).map(found -> SpaceBooks.full(found, SpaceBooks.ownSpace(found), bytes))
        : Optional.empty();
  }

  private static void refuse(Progress progress, AcceptedPut row, ReturnStatus why) {
    progress
        .rows()
        .put(
            row.position(),
            new RefusedPut(
                row.token(),
                row.position(),
                row.surl(),
                row.key(),
                Optional.of(row.target()),
                why));
  }

  /** The wishes whose names no put holds; the others get their refusal. */
  private List<Wish> withoutBusy(
      UploadStart.Batch batch, List<Wish> wishes, Progress progress, Instant now) {
    if (wishes.isEmpty()) {
      return wishes;
    }
    List<NameKey> keys = wishes.stream().map(Wish::key).toList();
    List<AcceptedPut> active = transactions.read(sql -> puts.activeOn(sql, keys));
    Map<NameKey, AcceptedPut> busy = new HashMap<>();
    ending.settleAbandoned(active, now).forEach(row -> busy.put(row.key(), row));
    List<Wish> free = new ArrayList<>();
    for (Wish wish : wishes) {
      AcceptedPut writing = busy.get(wish.key());
      if (writing != null) {
        PutRow refused = UploadStart.refused(batch, wish, UploadStart.busy(batch, writing));
        PutRow begun = progress.rows().put(wish.position(), refused);
        if (begun != null) {
          discard(progress, List.of(begun));
        }
      } else {
        free.add(wish);
      }
    }
    return free;
  }

  /**
   * Begins uploads. The commit refuses names that another put is writing. That is rare, and a query
   * would be one more statement in each call. It is made only after a commit was refused, or if a
   * file exists that may belong to an unfinished put.
   *
   * @return the wishes with an upload
   */
  private List<Wish> begin(
      UploadStart.Batch batch, List<Wish> wishes, Progress progress, boolean first, Instant now) {
    Map<Integer, PutRow> rows = progress.rows();
    if (first) {
      List<Wish> begun = begin(batch, wishes, rows);
      if (begun.size() == wishes.size()) {
        return begun;
      }
      // What was in the way may be another thing when the puts of the names are settled.
      Set<Integer> standing = new HashSet<>(begun.stream().map(Wish::position).toList());
      wishes.stream()
          .map(Wish::position)
          .filter(position -> !standing.contains(position))
          .forEach(rows::remove);
    }
    return begin(batch, withoutBusy(batch, wishes, progress, now), rows);
  }

  /** Begins the uploads that have not begun; returns the wishes that have one. */
  private List<Wish> begin(UploadStart.Batch batch, List<Wish> wishes, Map<Integer, PutRow> rows) {
    List<Wish> begun = new ArrayList<>();
    for (Wish wish : wishes) {
      PutRow row = rows.computeIfAbsent(wish.position(), none -> start.begin(batch, wish));
      if (row instanceof AcceptedPut put && put.isOpen()) {
        begun.add(wish);
      }
    }
    return begun;
  }

  /**
   * Ends the files whose upload was carried off with its directory between the beginning and the
   * commit. Any srmMv that looks from now on sees the rows and keeps its hands off (Mv).
   */
  private List<PutRow> withoutLost(List<PutRow> rows, Instant now) {
    List<AcceptedPut> lost = PutRow.open(rows).stream().filter(this::isLost).toList();
    if (lost.isEmpty()) {
      return rows;
    }
    Map<Integer, PutRow> all = new TreeMap<>();
    rows.forEach(row -> all.put(row.position(), row));
    afterwards.end(lost, PutState.Event.ABORT, now).forEach(row -> all.put(row.position(), row));
    return List.copyOf(all.values());
  }

  private boolean isLost(AcceptedPut row) {
    try {
      AreaTree tree = locator.area(row.area()).orElseThrow().tree();
      return tree.uploadFacts(row.upload()).isEmpty();
    } catch (StorageException e) {
      return e.reason() == StorageException.Reason.MISSING;
    }
  }

  /**
   * Stores a request.
   *
   * @return its files as they are stored: those of an earlier attempt where that was committed
   *     unheard; empty where another put took one of the names meanwhile: then, and where a space
   *     has too little, nothing was stored
   */
  private Optional<List<PutRow>> store(
      Call call, RequestHead head, List<PutRow> rows, Progress progress) {
    try {
      return Optional.of(
          transactions
              .within(Duration.between(tokens.now(), call.deadline()))
              .talk(
                  progress.unheard(),
                  dialogue -> {
                    if (!dialogue.isPerhapsDone()) {
                      requests.insertNew(dialogue, head);
                    } else if (!requests.insert(dialogue.ask(), head)) {
                      // is there: the commit that seemed to fail did not
                      return puts.find(dialogue.ask(), head.token(), Set.of())
                          .orElseThrow()
                          .files();
                    }
                    puts.insert(dialogue, rows, Claimant.of(call.caller()));
                    take(dialogue, PutRow.open(rows), progress);
                    return rows;
                  }));
    } catch (DuplicateKeyException e) {
      LOG.debug("request {} met another on a name", head.token(), e);
      return Optional.empty();
    }
  }

  private void take(Dialogue dialogue, List<AcceptedPut> rows, Progress progress) {
    PutAllowance.Turn allowed = progress.allowed();
    Map<UUID, Holding> merged = merged(dialogue, rows, progress);
    Map<String, Holding> wanted = Wants.ofAreas(rows);
    if (!wanted.isEmpty()) {
      allowed.take(dialogue.ask(), wanted);
    }
    Map<String, Holding> files = Wants.ofQuotas(rows, merged, quotas::isLimited);
    if (!files.isEmpty()) {
      quotas.take(dialogue.ask(), Quotas.Owner.of(allowed.claimant()), files);
    }
    List<Promise> promises = Wants.promises(rows);
    if (promises.stream().anyMatch(promise -> promise.bytes() > 0)) {
      books.take(dialogue.ask(), promises);
    }
  }

  /** What files that are made of others count for instead of these. */
  private Map<UUID, Holding> merged(Dialogue dialogue, List<AcceptedPut> rows, Progress progress) {
    Map<UUID, Holding> merged = new HashMap<>();
    for (AcceptedPut row : rows) {
      Merging merging = progress.merging().get(row.position());
      if (merging != null) {
        Claimant claimant = progress.allowed().claimant();
        merged.put(row.id(), merges.mark(dialogue.ask(), row, claimant, merging));
      }
    }
    return merged;
  }

  /**
   * Removes uploads that no row will know; what cannot be removed now is an orphan for the sweep,
   * and what a commit whose answer was lost may have stored is left to it too. What the database
   * has refused at each attempt is removed here, however often it was tried.
   */
  private void discard(Progress progress, Collection<? extends PutRow> rows) {
    if (progress.unheard().isThere()) {
      return;
    }
    for (AcceptedPut row : PutRow.open(rows)) {
      try {
        locator.area(row.area()).orElseThrow().tree().discardUpload(row.upload());
      } catch (StorageException e) {
        LOG.warn("the upload {} stays for the sweep: {}", row.id(), e.getMessage(), e);
      }
    }
  }
}
