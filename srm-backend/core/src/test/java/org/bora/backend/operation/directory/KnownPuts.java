package org.bora.backend.operation.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.Caller;
import org.bora.backend.database.OpenTransaction;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.BusyName;
import org.bora.backend.request.NameClaim;
import org.bora.backend.request.NameEnd;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.PutPage;
import org.bora.backend.request.PutPosition;
import org.bora.backend.request.PutState;
import org.bora.backend.request.RequestToken;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;

/** Puts kept in memory, with their hidden files in the real tree. */
final class KnownPuts implements NameUse {

  static final Instant SINCE = Instant.parse("2026-11-20T12:00:00Z");

  final List<String> removed = new ArrayList<>();
  final List<String> moved = new ArrayList<>();
  final List<String> readers = new ArrayList<>();

  /** How often puts were asked for by their names. */
  int questions;

  /** How many puts of a directory are told at once. */
  int atATime = 100;

  private Runnable afterLook = () -> {};
  private final List<ActivePut> puts = new ArrayList<>();
  private final List<UUID> ended = new ArrayList<>();

  /** Begins a put as srmPrepareToPut does. */
  ActivePut begin(Place place) throws StorageException {
    ActivePut put = known(place);
    place.area().tree().beginUpload(put.upload(), Owner.PROCESS, 0640);
    return put;
  }

  /** A put whose hidden file is not there (yet, or any more). */
  ActivePut known(Place place) {
    ActivePut put =
        new ActivePut(
            place,
            new Upload(place.path(), UUID.randomUUID()),
            "/CN=writer",
            SINCE,
            SINCE.plusSeconds(600));
    puts.add(put);
    return put;
  }

  @Override
  public Optional<ActivePut> putOn(Place place) {
    questions++;
    return puts.stream().filter(put -> put.place().equals(place)).findFirst();
  }

  @Override
  public List<ActivePut> putsOn(Collection<Place> places) {
    questions++;
    return puts.stream().filter(put -> places.contains(put.place())).toList();
  }

  /** The position in their request stands for the number of the put. */
  @Override
  public PutPage putsIn(Place directory, PutPosition after) {
    List<ActivePut> all =
        puts.stream()
            .filter(put -> put.place().area().equals(directory.area()))
            .filter(put -> put.place().path().parent().equals(Optional.of(directory.path())))
            .toList();
    int from = after.equals(PutPosition.START) ? 0 : after.position();
    int to = Math.min(all.size(), from + atATime);
    PutPosition next = new PutPosition(new RequestToken(new UUID(0, 1)), to);
    return new PutPage(
        all.subList(from, to), to < all.size() ? Optional.of(next) : Optional.empty());
  }

  /** The next answer of {@link #writtenBelow} is given, then this happens. */
  void afterNextLook(Runnable what) {
    afterLook = what;
  }

  @Override
  public Optional<BusyName> writtenBelow(Place place) {
    Optional<BusyName> written =
        puts.stream()
            .filter(put -> put.place().area().equals(place.area()))
            .filter(put -> put.place().path().isWithin(place.path()))
            .map(put -> new BusyName(put.place(), SINCE, SINCE.plusSeconds(600)))
            .findFirst();
    Runnable next = afterLook;
    afterLook = () -> {};
    next.run();
    return written;
  }

  /** All doors are there. */
  @Override
  public void endAbandoned(Place directory) {}

  /** The put ends, and what is left of its upload stays. */
  void forget(ActivePut put) {
    puts.remove(put);
    ended.add(put.upload().id());
  }

  @Override
  public boolean isWrittenBelow(Place place) {
    return writtenBelow(place).isPresent();
  }

  @Override
  public Map<UUID, PutState> putsOf(Collection<UUID> uploads) {
    Map<UUID, PutState> states = new HashMap<>();
    puts.forEach(put -> states.put(put.upload().id(), PutState.SPACE_AVAILABLE));
    ended.forEach(upload -> states.put(upload, PutState.ABORTED));
    states.keySet().retainAll(uploads);
    return states;
  }

  @Override
  public NameClaim claim(Place from, Place to, boolean directory, Caller caller) {
    if (directory ? isWrittenBelow(from) : putOn(from).isPresent()) {
      return new NameClaim.Refused(NameClaim.Obstacle.SOURCE_WRITTEN);
    }
    if (putOn(to).isPresent()) {
      return new NameClaim.Refused(NameClaim.Obstacle.TARGET_WRITTEN);
    }
    if (readers.contains(from.sfn())) {
      return new NameClaim.Refused(NameClaim.Obstacle.SOURCE_READ);
    }
    return new NameClaim.Taken(
        UUID.randomUUID(), directory, Optional.empty(), Instant.MAX, OpenTransaction.lease());
  }

  @Override
  public boolean isHeld(NameClaim.Taken taken) {
    return now().isBefore(taken.until());
  }

  @Override
  public Instant now() {
    return SINCE;
  }

  @Override
  public NameClaim.Outcome finish(Place from, Place to, NameClaim.Taken taken, boolean renamed) {
    if (renamed) {
      moved.add(from.sfn() + " to " + to.sfn());
    }
    return renamed ? NameClaim.Outcome.MOVED : NameClaim.Outcome.STAYED;
  }

  @Override
  public void giveUp(Place from, Place to, NameClaim.Taken taken) {
    // it holds nothing
  }

  @Override
  public boolean isMoved(Place from, Place to, Caller caller) {
    return moved.contains(from.sfn() + " to " + to.sfn());
  }

  @Override
  public NameEnd removed(Place place, Optional<UUID> file, Instant looked) {
    removed.add(place.sfn());
    return new NameEnd(puts.removeIf(put -> put.place().equals(place)), Optional.empty());
  }

  @Override
  public void emptied(Place directory) {}

  @Override
  public NameEnd abandoned(Place place, Instant looked) {
    return removed(place, Optional.empty(), looked);
  }
}
