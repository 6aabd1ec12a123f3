package org.bora.backend.operation.request;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.Caller;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Transactions;
import org.bora.backend.engines.OpenRecallTable;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.rename.MoveEnd;
import org.bora.backend.rename.NameMoves;
import org.bora.backend.rename.Unsettled;
import org.bora.backend.request.AbandonedUploads;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.BusyName;
import org.bora.backend.request.NameClaim;
import org.bora.backend.request.NameEnd;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.OwnedPut;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutPage;
import org.bora.backend.request.PutPosition;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The uses of names by requests, for the directory functions. */
public final class NamesInUse implements NameUse {
  private static final Logger LOG = LoggerFactory.getLogger(NamesInUse.class);

  /** Puts of a directory that are held in memory for a listing: half a megabyte. */
  private static final int AT_A_TIME = 500;

  /**
   * Whether its door is gone is looked up on the disk for each of so few. Where a listing has more,
   * it takes them all for written.
   */
  private static final int MOST_LOOKS = 64;

  private final Transactions transactions;

  /** For completed changes of a file: otherwise the books would miss it, or keep it for ever. */
  private final Transactions afterwards;

  private final PutTable puts = new PutTable();
  private final OpenRecallTable recalls = new OpenRecallTable();
  private final PutEnding ending;
  private final AbandonedUploads abandoned;
  private final NameMoves moves;
  private final MoveEnd moveEnd;
  private final Locator locator;
  private final RemovedFiles removedFiles;
  private final TokenSource tokens;

  public NamesInUse(
      Transactions transactions, Locator locator, SpaceBooks books, TokenSource tokens) {
    this.transactions = transactions;
    this.afterwards = transactions.toTheEnd();
    this.ending = new PutEnding(transactions, puts, locator, books);
    this.abandoned = new AbandonedUploads(locator);
    Unsettled unsettled = new Unsettled(transactions, locator, books, tokens);
    this.moves = new NameMoves(transactions, ending, unsettled, tokens);
    this.moveEnd = new MoveEnd(transactions, books, tokens);
    this.removedFiles = new RemovedFiles(books);
    this.locator = locator;
    this.tokens = tokens;
  }

  @Override
  public Optional<ActivePut> putOn(Place place) {
    return putsOn(List.of(place)).stream().findFirst();
  }

  @Override
  public List<ActivePut> putsOn(Collection<Place> places) {
    List<NameKey> keys = places.stream().map(NameKey::of).distinct().toList();
    return live(transactions.read(sql -> puts.ownedOn(sql, keys)));
  }

  @Override
  public PutPage putsIn(Place directory, PutPosition after) {
    List<OwnedPut> found = transactions.read(sql -> puts.ownedIn(sql, directory, after, AT_A_TIME));
    boolean more = found.size() == AT_A_TIME;
    return new PutPage(live(found), more ? Optional.of(found.getLast().at()) : Optional.empty());
  }

  /** The others have yet to be ended, but hold nothing any more. */
  private List<ActivePut> live(List<OwnedPut> found) {
    Instant now = tokens.now();
    List<ActivePut> active =
        found.stream()
            .filter(put -> !put.isOverdue(now))
            .flatMap(put -> active(put).stream())
            .toList();
    return active.size() > MOST_LOOKS
        ? active
        : active.stream().filter(put -> !abandoned.isOne(put, now)).toList();
  }

  private Optional<ActivePut> active(OwnedPut put) {
    Optional<StorageArea> area = locator.area(put.area());
    return area.map(
        found ->
            new ActivePut(
                new Place(found, put.upload().target()),
                put.upload(),
                put.ownerDn(),
                put.since(),
                put.pinUntil()));
  }

  @Override
  public Optional<BusyName> writtenBelow(Place place) {
    return afterwards.read(sql -> puts.activeBelow(sql, place, Instant.EPOCH));
  }

  @Override
  public void endAbandoned(Place directory) {
    ending.endAbandoned(directory, true, tokens.now());
  }

  @Override
  public boolean isWrittenBelow(Place place) {
    // srmMv asks once more when it has moved a directory
    return afterwards.read(sql -> puts.activeBelow(sql, place, tokens.now())).isPresent();
  }

  @Override
  public Map<UUID, PutState> putsOf(Collection<UUID> uploads) {
    return transactions.read(sql -> puts.states(sql, uploads));
  }

  @Override
  public Instant now() {
    return tokens.now();
  }

  @Override
  public NameEnd removed(Place place, Optional<UUID> file, Instant looked) {
    Optional<UUID> returning =
        file.filter(id -> place.area().keeping().storageClass().onTape())
            .filter(id -> !afterwards.read(sql -> recalls.among(sql, List.of(id))).isEmpty());
    NameEnd end = end(place, file, looked);
    returning.ifPresent(id -> discard(place, id));
    return end;
  }

  /** What was brought of it until now; the recall finds that it is gone, and ends. */
  private static void discard(Place place, UUID file) {
    try {
      place.area().tree().residences().discardRecall(place.path(), file);
    } catch (StorageException e) {
      LOG.info("recalled bytes of {} stay for the sweep: {}", file, e.getMessage(), e);
    }
  }

  private NameEnd end(Place place, Optional<UUID> file, Instant looked) {
    return afterwards.talk(
        dialogue -> {
          Instant now = tokens.now();
          List<AcceptedPut> ended = endPut(dialogue, place, looked, now);
          JdbcClient sql = dialogue.ask();
          Optional<UUID> there = removedFiles.removed(sql, place, file, now);
          return new NameEnd(isAborted(ended), there.filter(id -> began(sql, place, id, looked)));
        });
  }

  @Override
  public NameEnd abandoned(Place place, Instant looked) {
    // this call has removed nothing under this name: one that was given up while this process stood
    // still ends no put
    return transactions.talk(
        dialogue -> {
          Instant now = tokens.now();
          List<AcceptedPut> ended = endPut(dialogue, place, looked, now);
          JdbcClient sql = dialogue.ask();
          Optional<UUID> there = removedFiles.missed(sql, place, now);
          return new NameEnd(isAborted(ended), there.filter(id -> began(sql, place, id, looked)));
        });
  }

  @Override
  public void emptied(Place directory) {
    removedFiles.emptied(afterwards, directory, tokens.now());
  }

  private List<AcceptedPut> endPut(Dialogue dialogue, Place place, Instant looked, Instant now) {
    List<AcceptedPut> active =
        puts.lockOn(dialogue.ask(), NameKey.of(place)).stream()
            .filter(row -> !row.writing().since().isAfter(looked))
            .toList();
    return ending.endLocked(dialogue, active, PutState.Event.ABORT, now);
  }

  private boolean began(JdbcClient sql, Place place, UUID file, Instant looked) {
    return puts.began(sql, NameKey.of(place), file, looked);
  }

  private static boolean isAborted(List<AcceptedPut> ended) {
    return ended.stream().anyMatch(row -> row.state() == PutState.ABORTED);
  }

  @Override
  public NameClaim claim(Place from, Place to, boolean directory, Caller caller)
      throws StorageException {
    return moves.claim(from, to, directory, caller);
  }

  @Override
  public boolean isHeld(NameClaim.Taken taken) {
    return taken.stay().holds() && tokens.now().isBefore(taken.until());
  }

  @Override
  public NameClaim.Outcome finish(Place from, Place to, NameClaim.Taken taken, boolean renamed) {
    return moveEnd.finish(from, to, taken, renamed);
  }

  @Override
  public void giveUp(Place from, Place to, NameClaim.Taken taken) {
    moveEnd.giveUp(from, to, taken);
  }

  @Override
  public boolean isMoved(Place from, Place to, Caller caller) throws StorageException {
    return moves.isDone(from, to, caller);
  }
}
