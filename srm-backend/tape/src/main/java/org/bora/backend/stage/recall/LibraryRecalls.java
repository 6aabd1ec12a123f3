package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.WaitReason;
import org.bora.backend.stage.drive.DriveState;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recalls of one tape library. Its rounds only use the database. Filesystem work runs in the
 * background, separately for each area, so a hanging area delays no other. Thread safe.
 */
final class LibraryRecalls {
  private static final Logger LOG = LoggerFactory.getLogger(LibraryRecalls.class);
  private static final Duration OLD_TURN = Duration.ofDays(1);
  private static final Duration BETWEEN_FORGETTING = Duration.ofMinutes(1);

  /** An area that is busy for this time counts as hanging. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final String library;
  private final RecallParts parts;
  private final RecallEnding ending;
  private final LocationLookup locations;
  private final Runnable claims;
  private final Consumer<Runnable> beside;
  private final RecallLineTable line = new RecallLineTable();
  private final RecallTable table = new RecallTable();
  private final ConcurrentMap<String, Instant> busySince = new ConcurrentHashMap<>();

  /** Areas whose files are located by the tape system. */
  private final Set<String> onTape = ConcurrentHashMap.newKeySet();

  private boolean running;
  private boolean again;
  private Instant forgetting = Instant.EPOCH;

  /**
   * @param claims begins recalls
   * @param beside runs work on its own thread; its end is awaited
   */
  LibraryRecalls(
      String library,
      RecallParts parts,
      RecallEnding ending,
      Runnable claims,
      Consumer<Runnable> beside) {
    this.library = library;
    this.parts = parts;
    this.ending = ending;
    this.locations = new LocationLookup(parts);
    this.claims = claims;
    this.beside = beside;
  }

  /** Starts a round soon, on another thread; after a running one another follows. */
  synchronized void wake() {
    again = running;
    if (!running) {
      running = true;
      beside.accept(this::rounds);
    }
  }

  private synchronized boolean isWantedAgain() {
    running = again;
    again = false;
    return running;
  }

  private void rounds() {
    boolean through = false;
    try {
      do {
        try {
          round();
        } catch (RuntimeException e) {
          // The next round tries again.
          LOG.error("library {}: recalls could not be started", library, e);
        }
      } while (isWantedAgain());
      through = true;
    } finally {
      if (!through) {
        stopped(); // by an error, which ends this thread
      }
    }
  }

  private synchronized void stopped() {
    running = false;
    again = false;
  }

  private void round() {
    Map<String, List<Abandoned>> dead = byArea(abandoned(), one -> one.row().area());
    Map<String, List<RecallRow>> unlocated = byArea(locations.unlocated(library), RecallRow::area);
    Set<String> areas = new HashSet<>(dead.keySet());
    areas.addAll(unlocated.keySet());
    for (String area : areas) {
      look(area, dead.getOrDefault(area, List.of()), unlocated.getOrDefault(area, List.of()));
    }
    claims.run();
    forgetTurns();
  }

  private static <T> Map<String, List<T>> byArea(List<T> rows, Function<T, String> area) {
    return rows.stream().collect(Collectors.groupingBy(area));
  }

  /** A file of a batch whose hold has ended. */
  private record Abandoned(RecallRow row, UUID batch) {}

  /** Queries the filesystem of an area on another thread; never twice at the same time. */
  private void look(String area, List<Abandoned> dead, List<RecallRow> unlocated) {
    Instant now = parts.tokens().now();
    Instant since = busySince.putIfAbsent(area, now);
    // of what the tape system is asked about already nothing else is to be learnt
    List<RecallRow> unknown = onTape.contains(area) ? List.of() : unlocated;
    if (since != null) {
      if (!unknown.isEmpty() && since.plus(SILENCE).isBefore(now)) {
        locations.postpone(unknown); // they would hide those of other areas
      }
    } else if (dead.isEmpty() && unknown.isEmpty()) {
      busySince.remove(area);
    } else {
      beside.accept(() -> lookNow(area, dead, unknown));
    }
  }

  private void lookNow(String area, List<Abandoned> dead, List<RecallRow> unlocated) {
    boolean looked = false;
    Optional<LocationLookup.Questions> questions = Optional.empty();
    try {
      dead.forEach(this::takeUp);
      if (!unlocated.isEmpty()) {
        questions = Optional.of(locations.look(unlocated)).filter(some -> !some.rows().isEmpty());
        questions.ifPresent(_ -> onTape.add(area));
      }
      looked = true;
    } catch (RuntimeException e) {
      LOG.error("library {}: files of area {} could not be checked", library, area, e);
    } finally {
      busySince.remove(area);
    }
    if (looked) {
      wake(); // there is more to claim now
    }
    questions.ifPresent(asked -> askTape(area, asked));
  }

  /** The filesystem of the area is free meanwhile: it is no fault of it if this takes long. */
  private void askTape(String area, LocationLookup.Questions questions) {
    boolean asked = false;
    try {
      locations.ask(library, questions);
      asked = true;
    } catch (RuntimeException e) {
      LOG.error("library {}: the places of files could not be looked up", library, e);
    } finally {
      onTape.remove(area);
    }
    if (asked) {
      wake();
    }
  }

  /** The recalls of an expired hold, whose backend died or could not renew it. */
  private List<Abandoned> abandoned() {
    List<UUID> batches = parts.transactions().read(sql -> line.batches(sql, library));
    if (batches.isEmpty()) {
      return List.of();
    }
    Instant now = parts.tokens().now();
    Set<UUID> live =
        parts.tape().drives().of(library).stream()
            .filter(drive -> !drive.isFree(now))
            .flatMap(drive -> drive.hold().stream())
            .map(DriveState.Held::holder)
            .collect(Collectors.toSet());
    List<Abandoned> rows = new ArrayList<>();
    for (UUID batch : batches) {
      if (!live.contains(batch)) {
        parts.transactions().read(sql -> table.ofBatch(sql, batch)).stream()
            .map(row -> new Abandoned(row, batch))
            .forEach(rows::add);
      }
    }
    return rows;
  }

  private void takeUp(Abandoned one) {
    RecallRow row = one.row();
    LOG.info("file {} is taken over from a batch that ended early", row.file());
    if (isOnDisk(row)) {
      ending.done(row, one.batch());
    } else {
      ending.again(row, one.batch(), WaitReason.TAPE, Duration.ZERO, "its backend was gone");
    }
  }

  /**
   * Whether it is on disk, and a power failure does not undo that: its backend may have put it in
   * place, and may have died before it waited.
   */
  private boolean isOnDisk(RecallRow row) {
    try {
      Optional<StorageArea> area = parts.storage().locator().area(row.area());
      if (area.isEmpty()) {
        return false;
      }
      EntryFacts facts = area.get().tree().facts(row.path());
      boolean onDisk = facts.id().equals(Optional.of(row.file())) && facts.residency().onDisk();
      if (onDisk) {
        area.get().tree().syncName(row.path());
      }
      return onDisk;
    } catch (StorageException e) {
      LOG.debug("file {} cannot be checked", row.file(), e);
      return false;
    }
  }

  private void forgetTurns() {
    Instant now = parts.tokens().now();
    if (!now.isBefore(forgetting)) {
      forgetting = now.plus(BETWEEN_FORGETTING);
      parts
          .transactions()
          .run(
              sql -> {
                line.forgetTurns(sql, now, OLD_TURN);
                return library;
              });
    }
  }
}
