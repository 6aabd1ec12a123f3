package org.bora.backend.space;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.AreaFigures.Area;
import org.bora.backend.space.AreaFigures.Disk;
import org.bora.backend.space.AreaFigures.Held;
import org.bora.backend.space.AreaFigures.Reservation;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;

/**
 * Computes the figures of areas from the books, for administrators and for publication. It takes
 * one statement for each area, and another one if the area has tape. That one reads an index of all
 * files of the area, so call it every few minutes rather than every second. Thread safe; blocks.
 */
public final class AreaReport {
  /** For each area: one that does not answer must not delay the report of the others. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Transactions transactions;
  private final Locator locator;
  private final Clock clock;
  private final RoomLook room = new RoomLook(PATIENCE);
  private final SpaceTable spaces = new SpaceTable();
  private final StoredFileTable files = new StoredFileTable();

  /**
   * Asks nothing yet.
   *
   * @param clock which reservations have ended
   */
  public AreaReport(Transactions transactions, Locator locator, Clock clock) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /** All areas as they are now; one whose filesystem fails or hangs is told with its trouble. */
  public AreaFigures now() {
    Instant now = clock.instant();
    return new AreaFigures(now, locator.areas().stream().map(area -> figures(area, now)).toList());
  }

  private Area figures(StorageArea area, Instant now) {
    List<SpaceTable.Held> held = transactions.read(sql -> spaces.living(sql, area.name(), now));
    Optional<Held> tape =
        area.keeping().storageClass().onTape()
            ? Optional.of(transactions.read(sql -> files.onTape(sql, area.name())))
            : Optional.empty();
    Optional<SpaceTable.Held> own =
        held.stream().filter(one -> one.space().isStatic() && one.space().bounded()).findFirst();
    Optional<SpaceFacts> facts = Optional.empty();
    Optional<String> trouble = Optional.empty();
    try {
      facts = Optional.of(room.at(area.name(), area.tree()::space));
    } catch (StorageException e) {
      trouble = Optional.of(e.getMessage());
    }
    Optional<Disk> disk =
        own.isPresent()
            ? Optional.of(inItsSize(held, own.get(), facts))
            : facts.map(known -> inItsFilesystem(held, known));
    return new Area(
        area.name(),
        area.sfn(),
        area.keeping().storageClass(),
        area.spaceToken(),
        area.spaceDescription(),
        own.isPresent(),
        disk,
        facts.filter(SpaceFacts::isOfFilesystem).map(SpaceFacts::available),
        tape,
        held.stream().filter(one -> !one.space().isStatic()).map(AreaReport::reservation).toList(),
        trouble);
  }

  /** What its size leaves, and no more than its filesystem does: others may have filled that. */
  private static Disk inItsSize(
      List<SpaceTable.Held> held, SpaceTable.Held own, Optional<SpaceFacts> facts) {
    long left = own.sums().free();
    long total = own.space().total();
    return disk(held, total, facts.map(known -> Math.min(left, left(held, known))).orElse(left));
  }

  private static Disk inItsFilesystem(List<SpaceTable.Held> held, SpaceFacts facts) {
    return disk(held, facts.total(), left(held, facts));
  }

  private static long left(List<SpaceTable.Held> held, SpaceFacts facts) {
    Disk booked = disk(held, facts.total(), 0);
    return facts.available() - booked.promised() - booked.reserved();
  }

  private static Disk disk(List<SpaceTable.Held> held, long total, long free) {
    Sums all = held.stream().map(SpaceTable.Held::sums).reduce(Sums.NOTHING, Sums::plus);
    long reserved =
        held.stream()
            .filter(one -> !one.space().isStatic())
            .mapToLong(one -> one.sums().free())
            .sum();
    return new Disk(total, all.used(), all.promised(), reserved, Math.max(0, free), all.files());
  }

  private static Reservation reservation(SpaceTable.Held one) {
    Space space = one.space();
    Sums sums = one.sums();
    return new Reservation(
        space.token(),
        space.description(),
        space.owner().orElseThrow(),
        space.total(),
        sums.used(),
        sums.promised(),
        sums.free(),
        sums.files(),
        space.ends());
  }
}
