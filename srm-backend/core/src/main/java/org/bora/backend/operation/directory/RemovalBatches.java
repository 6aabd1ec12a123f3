package org.bora.backend.operation.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.api.BackendFailure;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameEnd;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Removes the files of one srmRm in the order of the request. Files of one directory that follow
 * each other are removed together, because a directory is synced once for all of them. Not thread
 * safe; for one call.
 */
final class RemovalBatches {
  /** Removed files that the books do not know of yet; a death leaves that many to their audit. */
  private static final int MOST = 50;

  private final NameUse names;
  private final SeenVersion seen;
  private final List<ReturnStatus> statuses = new ArrayList<>();
  private final Map<String, File> batch = new LinkedHashMap<>();

  /**
   * @param seen what the one file must be that is removed
   */
  RemovalBatches(NameUse names, SeenVersion seen) {
    this.names = names;
    this.seen = seen;
  }

  /**
   * A file to remove.
   *
   * @param at its position in the request
   * @param id its identifier
   * @param looked when this was read
   */
  private record File(int at, Place place, Optional<UUID> id, Instant looked) {
    StorageArea area() {
      return place.area();
    }

    AreaPath directory() {
      return place.path().parent().orElseThrow();
    }

    String name() {
      return place.path().name();
    }
  }

  /** The next file of the request is not to be touched. */
  void refused(ReturnStatus status) {
    statuses.add(status);
  }

  /** The next file of the request is to be removed. */
  void add(Place place) {
    if (place.path().isRoot()) {
      refused(StorageRefusal.of(Reason.IS_A_DIRECTORY));
      return;
    }
    if (!fits(place)) {
      flush();
    }
    Instant looked = names.now();
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      if (seen.isOther(facts)) {
        refused(SeenVersion.CHANGED);
        return;
      }
      batch.put(place.path().name(), new File(statuses.size(), place, facts.id(), looked));
      statuses.add(null);
    } catch (StorageException e) {
      refused(failed(place, looked, e));
    }
  }

  private boolean fits(Place place) {
    if (batch.isEmpty()) {
      return true;
    }
    File one = batch.values().iterator().next();
    return batch.size() < MOST
        && one.area().equals(place.area())
        && one.directory().equals(place.path().parent().orElseThrow())
        && !batch.containsKey(place.path().name());
  }

  /** What became of each file of the request. */
  List<ReturnStatus> statuses() {
    flush();
    return statuses;
  }

  private void flush() {
    if (batch.isEmpty()) {
      return;
    }
    List<File> files = List.copyOf(batch.values());
    batch.clear();
    Map<String, StorageException> staying = removeEntries(files);
    // first those that this call has removed: the books follow whatever becomes of the others
    for (File file : files) {
      if (!staying.containsKey(file.name())) {
        statuses.set(file.at(), gone(file));
      }
    }
    for (File file : files) {
      StorageException why = staying.get(file.name());
      if (why != null) {
        statuses.set(file.at(), failed(file.place(), file.looked(), why));
      }
    }
  }

  private static Map<String, StorageException> removeEntries(List<File> files) {
    File one = files.getFirst();
    List<Removal> removals =
        files.stream().map(file -> new Removal(file.name(), false, file.id())).toList();
    try {
      return one.area().tree().removeEntries(one.directory(), removals);
    } catch (StorageException e) {
      return removals.stream().collect(Collectors.toMap(Removal::name, removal -> e));
    }
  }

  private ReturnStatus gone(File file) {
    NameEnd end = names.removed(file.place(), file.id(), file.looked());
    // one that a condition does not name stays: it was published behind the removal
    return end.stored().isEmpty() || seen.isAsked()
        ? ReturnStatus.success()
        : removeStored(file.place(), file.looked(), end.stored().get());
  }

  /** A name that exists only as an unfinished put: ending the put removes the name (4.3.2 e). */
  private ReturnStatus failed(Place place, Instant looked, StorageException e) {
    if (seen.isAsked() && (e.reason() == Reason.MISSING || e.reason() == Reason.CHANGED)) {
      return SeenVersion.CHANGED;
    }
    if (e.reason() != Reason.MISSING) {
      return StorageRefusal.of(e);
    }
    NameEnd end;
    try {
      end = names.abandoned(place, looked);
    } catch (BackendFailure failure) {
      return late(failure);
    }
    if (end.stored().isPresent()) {
      return removeStored(place, looked, end.stored().get());
    }
    return end.endedPut() ? ReturnStatus.success() : StorageRefusal.of(e);
  }

  /** The time of this call is over: this name gets that answer, and the others keep their own. */
  private static ReturnStatus late(BackendFailure failure) {
    if (failure.kind() != BackendFailure.Kind.TIMED_OUT) {
      throw failure;
    }
    return ReturnStatus.of(SrmStatus.INTERNAL_ERROR, failure.getMessage());
  }

  /**
   * A put that this call would have ended was published between the check and the removal of the
   * name, so its file is removed as well. Otherwise the caller would learn that the name is free
   * while it has a file of an earlier put. There is at most one such file, because the next put
   * began later.
   */
  private ReturnStatus removeStored(Place place, Instant looked, UUID stored) {
    File file = new File(0, place, Optional.of(stored), looked);
    StorageException why = removeEntries(List.of(file)).get(place.path().name());
    if (why == null) {
      names.removed(place, file.id(), looked);
    } else if (why.reason() != Reason.MISSING && why.reason() != Reason.CHANGED) {
      return StorageRefusal.of(why);
    }
    return ReturnStatus.success();
  }
}
