package org.bora.backend.operation.put;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.Promise;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.StorageException;

/**
 * The space for the bytes of one request: the space that it names, or else each area's own, and the
 * free space of the filesystems. The spaces themselves are checked when the request is registered.
 * Not thread safe; for one request.
 */
final class Room {
  private final SpaceBooks books;
  private final Transactions transactions;
  private final RoomSearch.Turn search;
  private final Optional<Space> named;
  private final Map<StorageArea, Long> left = new HashMap<>();

  /** What the files before have of it, not written yet. */
  private final Map<StorageArea, Long> taken = new HashMap<>();

  private final Map<UUID, Promise> promises = new HashMap<>();

  Room(SpaceBooks books, Transactions transactions, RoomSearch.Turn search, Optional<Space> named) {
    this.books = books;
    this.transactions = transactions;
    this.search = search;
    this.named = named;
  }

  /**
   * What a file takes of its space; all files of a request from one share, so that it is one
   * statement.
   */
  Promise promise(StorageArea area, OptionalLong announced) {
    UUID space = named.map(Space::id).orElse(SpaceBooks.ownSpace(area));
    return promises.computeIfAbsent(space, any -> books.promise(any, 0)).of(announced.orElse(0));
  }

  /**
   * Why the filesystem has no room for these bytes in addition to those of the preceding files;
   * empty if it has. For an area without a size limit only the filesystem's free space counts,
   * without the promises to reservations and other puts.
   */
  Optional<ReturnStatus> shortage(StorageArea area, long bytes) throws StorageException {
    Long known = left.get(area);
    long room = known == null ? available(area) : known;
    if (bytes > room && search.finds(area, bytes)) {
      room = available(area) - taken.getOrDefault(area, 0L);
    }
    boolean enough = bytes <= room;
    left.put(area, enough ? room - bytes : room);
    if (enough) {
      taken.merge(area, bytes, Long::sum);
      return Optional.empty();
    }
    return Optional.of(
        search.explained(area, SpaceBooks.full(area, SpaceBooks.ownSpace(area), bytes)));
  }

  RoomSearch.Turn search() {
    return search;
  }

  private long available(StorageArea area) throws StorageException {
    return area.tree().space().available() - spokenFor(area);
  }

  /**
   * Whether what an announced file needs may be taken from the filesystem at once. If the area has
   * no limit, it is subtracted from what the filesystem has left, and would count twice.
   */
  boolean isTakenAhead(StorageArea area) {
    return books.isBounded(named.map(Space::id).orElse(SpaceBooks.ownSpace(area)));
  }

  private long spokenFor(StorageArea area) {
    return isTakenAhead(area) ? 0 : transactions.read(sql -> books.spokenFor(sql, area));
  }
}
