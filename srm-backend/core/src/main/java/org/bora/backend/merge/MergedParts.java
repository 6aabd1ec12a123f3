package org.bora.backend.merge;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutState;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Removes parts whose combined file is stored, if its door left them, and deletes obsolete marks. A
 * part is removed before its row: a crash in between leaves a row without a file, and the next
 * round finishes. Marks stay while only hidden files keep their directory, such as a part whose
 * door has died; the directory is removed after them. Several backends may do this at once.
 */
public final class MergedParts {
  private static final Logger LOG = LoggerFactory.getLogger(MergedParts.class);

  private final Transactions transactions;
  private final Locator locator;
  private final SpaceBooks books;
  private final StoredFiles files = new StoredFiles();
  private final PinTable pins = new PinTable();
  private final MergedPartTable table = new MergedPartTable();
  private final int batch;

  /**
   * @param batch number of marks that are read together
   */
  public MergedParts(Transactions transactions, Locator locator, SpaceBooks books, int batch) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.books = Objects.requireNonNull(books, "books");
    this.batch = batch;
  }

  private record Place(String area, AreaPath directory) {}

  /** One walk through all marks. Returns how many files were removed. */
  public int sweep(Instant now) {
    int removed = 0;
    UUID from = new UUID(0, 0);
    while (true) {
      UUID after = from;
      List<MergedPartTable.Marked> marks = transactions.read(sql -> table.next(sql, after, batch));
      removed += settle(marks, now);
      if (marks.size() < batch) {
        return removed;
      }
      from = marks.getLast().part();
    }
  }

  private int settle(List<MergedPartTable.Marked> marks, Instant now) {
    List<MergedPartTable.Marked> over = new ArrayList<>();
    List<MergedPartTable.Marked> gone = new ArrayList<>();
    for (MergedPartTable.Marked mark : marks) {
      if (!mark.state().equals(Optional.of(PutState.STORED))) {
        if (!mark.state().equals(Optional.of(PutState.SPACE_AVAILABLE))) {
          over.add(mark);
        }
      } else if (mark.path().isEmpty() || isRemoved(mark, mark.path().get())) {
        gone.add(mark);
      }
    }
    Set<Place> held = held(gone);
    if (!over.isEmpty() || !gone.isEmpty()) {
      transactions.run(
          sql -> {
            gone.removeAll(moved(sql, gone));
            List<UUID> ids = gone.stream().map(MergedPartTable.Marked::part).toList();
            List<NameKey> keys =
                gone.stream()
                    .flatMap(
                        mark -> mark.path().map(path -> NameKey.of(mark.area(), path)).stream())
                    .toList();
            pins.abortRemoved(sql, keys, ids, now);
            books.forget(sql, ids);
            table.forget(sql, over);
            table.forget(sql, gone.stream().filter(mark -> !held.contains(placeOf(mark))).toList());
            return ids;
          });
    }
    return (int) gone.stream().filter(mark -> mark.path().isPresent()).count();
  }

  /**
   * Those that have another place than where they were looked for, locked: a later walk does them.
   */
  private List<MergedPartTable.Marked> moved(JdbcClient sql, List<MergedPartTable.Marked> gone) {
    Map<UUID, StoredFile> now =
        files.lock(sql, gone.stream().map(MergedPartTable.Marked::part).toList()).stream()
            .collect(Collectors.toMap(StoredFile::id, file -> file));
    return gone.stream()
        .filter(mark -> now.containsKey(mark.part()))
        .filter(mark -> !mark.path().equals(Optional.of(now.get(mark.part()).path())))
        .toList();
  }

  /** Whether it is gone now. */
  private boolean isRemoved(MergedPartTable.Marked mark, AreaPath path) {
    Optional<StorageArea> area = locator.area(mark.area());
    if (area.isEmpty()) {
      return false; // it may come back to the configuration
    }
    try {
      return area.get().tree().withdrawUpload(new Upload(path, mark.part()))
          || !transactions.<Boolean>read(sql -> !files.moving(sql, List.of(mark.part())).isEmpty());
    } catch (StorageException e) {
      if (!StorageRefusal.isToldElsewhere(e)) {
        LOG.error("part '{}' in area {} stays: {}", path, mark.area(), e.getMessage(), e);
      }
      return false;
    }
  }

  private static Place placeOf(MergedPartTable.Marked mark) {
    return new Place(mark.area(), mark.directory());
  }

  /** Removes directories that are empty now, and informs those that wait for it. */
  private Set<Place> held(List<MergedPartTable.Marked> gone) {
    Set<Place> held = new HashSet<>();
    gone.stream().map(MergedParts::placeOf).distinct().filter(this::isHeld).forEach(held::add);
    return held;
  }

  private boolean isHeld(Place place) {
    Optional<StorageArea> area = locator.area(place.area());
    if (area.isEmpty()) {
      return false;
    }
    try {
      area.get().tree().removeDirectory(place.directory());
    } catch (StorageException e) {
      if (e.reason() == Reason.NOT_EMPTY) {
        return isVisiblyEmpty(area.get(), place);
      }
      if (e.reason() != Reason.MISSING) {
        LOG.warn("directory '{}' of parts stays: {}", place.directory(), e.getMessage());
      }
    }
    return false;
  }

  private static boolean isVisiblyEmpty(StorageArea area, Place place) {
    try (Listing listing = area.tree().list(place.directory())) {
      return listing.next().isEmpty();
    } catch (StorageException e) {
      return false;
    }
  }
}
