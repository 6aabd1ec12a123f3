package org.bora.backend.space;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Takes reservations out of the areas' own spaces, and gives them back. Such a transaction locks
 * the row of the area's own space, so they run one after the other, and no bytes are granted twice.
 * Thread safe; blocks.
 */
public final class Reservations {
  private final Transactions transactions;
  private final SpaceBooks books;
  private final SpaceTable spaces = new SpaceTable();
  private final ShareTable shares = new ShareTable();
  private final StoredFileTable files = new StoredFileTable();
  private final ReservationBounds bounds;

  public Reservations(Transactions transactions, SpaceBooks books) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.books = Objects.requireNonNull(books, "books");
    this.bounds = new ReservationBounds(spaces, books.settings());
  }

  /** The result of a request for bytes. */
  public sealed interface Granted {
    /** The granted space, as requested or smaller. */
    record Yes(Space space) implements Granted {}

    /** The owner or the organisation would exceed its limit in the area. */
    record TooMuch(String rule) implements Granted {}

    /** The area has less than the guaranteed size. */
    record NothingLeft() implements Granted {}

    /** More bytes are in use than the new size allows. */
    record InUse(long bytes) implements Granted {}

    /** The reservation was released or ended meanwhile. */
    record Gone() implements Granted {}
  }

  /** Records the granted space in the same transaction. */
  @FunctionalInterface
  public interface Recording {
    void store(JdbcClient sql, Space space);
  }

  /**
   * Who reserves, and the least amount.
   *
   * @param vo organisation that the reservation counts for, if any
   * @param least bytes; if fewer are available, nothing is reserved
   */
  public record Terms(Optional<String> vo, long least) {
    public Terms {
      Objects.requireNonNull(vo, "vo");
    }
  }

  /**
   * Reserves as much of a space's total as there is.
   *
   * @param wanted with an identifier of its own, by which a repeated attempt finds itself
   * @param recording done with it, only where something is granted
   */
  public Granted reserve(
      StorageArea area, Space wanted, Terms terms, Instant now, Recording recording)
      throws StorageException {
    SpaceFacts filesystem = area.tree().space();
    return transactions.run(
        sql -> {
          takeTurn(sql, area);
          Optional<Space> again = spaces.find(sql, wanted.token());
          if (again.isPresent()) {
            return new Granted.Yes(again.get());
          }
          String owner = wanted.owner().orElseThrow();
          ReservationBounds.Left left =
              bounds.left(sql, area, filesystem.total(), owner, terms.vo(), now);
          long least = Math.max(1, terms.least());
          if (!left.another() || left.bytes() < least) {
            return new Granted.TooMuch(left.rule());
          }
          long room = room(sql, area, filesystem.available());
          long total = Math.min(wanted.total(), Math.min(room, left.bytes()));
          if (total < least) {
            return new Granted.NothingLeft();
          }
          Space granted = wanted.sized(total, Math.min(total, wanted.guaranteed()));
          spaces.insert(sql, granted);
          terms.vo().ifPresent(vo -> spaces.setVo(sql, granted.id(), vo));
          shares.insert(sql, granted.id(), books.settings().shares());
          shift(sql, SpaceBooks.ownSpace(area), granted.id(), total);
          recording.store(sql, granted);
          return new Granted.Yes(granted);
        });
  }

  /** Waits until no other call reserves in the area; returns its own space. */
  private UUID takeTurn(JdbcClient sql, StorageArea area) {
    return spaces.lock(sql, SpaceBooks.ownSpace(area)).orElseThrow().id();
  }

  /** What the area can still promise; no other call takes of it until the transaction ends. */
  private long room(JdbcClient sql, StorageArea area, long available) {
    UUID own = SpaceBooks.ownSpace(area);
    long left = available - books.spokenFor(sql, area);
    return books.isBounded(own) ? Math.min(left, lockedFree(sql, own)) : left;
  }

  private long lockedFree(JdbcClient sql, UUID space) {
    return shares.lock(sql, space).values().stream().mapToLong(Sums::free).sum();
  }

  /** Free bytes go from one space to another; the shares of both become even. */
  private void shift(JdbcClient sql, UUID from, UUID to, long bytes) {
    Map<ShareKey, Sums> changes = new HashMap<>();
    changes.putAll(less(sql, from, bytes));
    changes.putAll(less(sql, to, -bytes));
    shares.add(sql, changes);
  }

  private Map<ShareKey, Sums> less(JdbcClient sql, UUID space, long bytes) {
    Map<ShareKey, Sums> all = shares.lock(sql, space);
    long free = all.values().stream().mapToLong(Sums::free).sum();
    return Counters.evened(all, free - bytes);
  }

  /**
   * Makes a reservation larger, as far as there is room, or smaller, or end at another time.
   *
   * @param wanted as it is to be; where there is no room for its guaranteed size nothing changes
   */
  public Granted update(StorageArea area, Space wanted, Instant now, Recording recording)
      throws StorageException {
    SpaceFacts filesystem = area.tree().space();
    return transactions.run(
        sql -> {
          UUID own = takeTurn(sql, area);
          Space current = spaces.lock(sql, wanted.id()).orElseThrow();
          if (current.released().isPresent() || current.isExpired(now)) {
            return new Granted.Gone();
          }
          long more = wanted.total() - current.total();
          long free = lockedFree(sql, wanted.id());
          if (more < 0 && free < -more) {
            return new Granted.InUse(current.total() - free);
          }
          // A space that asks for no more keeps what it has, even where the area is overfull by
          // now.
          long granted = more;
          if (more > 0) {
            long least = Math.max(1, wanted.guaranteed() - current.total());
            ReservationBounds.Left left = left(sql, area, filesystem, current, now);
            if (left.bytes() < least) {
              return new Granted.TooMuch(left.rule());
            }
            granted =
                Math.min(more, Math.min(left.bytes(), room(sql, area, filesystem.available())));
            if (granted < least) {
              return new Granted.NothingLeft();
            }
          }
          long total = current.total() + granted;
          Space fresh = wanted.sized(total, Math.min(total, wanted.guaranteed()));
          shift(sql, own, wanted.id(), granted);
          spaces.update(sql, fresh);
          recording.store(sql, fresh);
          return new Granted.Yes(fresh);
        });
  }

  private ReservationBounds.Left left(
      JdbcClient sql, StorageArea area, SpaceFacts filesystem, Space current, Instant now) {
    Optional<String> vo = spaces.vo(sql, current.id());
    return bounds.left(sql, area, filesystem.total(), current.owner().orElseThrow(), vo, now);
  }

  /** From now on no put can use the space; what it has is still to be brought home. */
  public void release(Space space, Instant now) {
    transactions.run(
        sql -> {
          spaces
              .lock(sql, space.id())
              .filter(current -> current.released().isEmpty())
              .ifPresent(current -> spaces.update(sql, current.released(now)));
          return space;
        });
  }

  /** Spaces that ended and still have something. */
  public List<Space> ended(Instant now, int most) {
    return transactions.read(sql -> spaces.ended(sql, now, most));
  }

  /** Some files of a space, for who brings them home. */
  public List<StoredFile> files(Space space, UUID last, int most) {
    return transactions.read(sql -> files.of(sql, space.id(), last, most));
  }

  /**
   * Files of a space that ended go to its area's own, and their bytes with them: there is room for
   * them in any case.
   *
   * @return those that went
   */
  public List<StoredFile> bringHome(Space space, List<StoredFile> some) {
    UUID own = SpaceBooks.ownSpace(space.area());
    List<UUID> ids = some.stream().map(StoredFile::id).toList();
    return transactions.run(
        sql -> {
          List<StoredFile> moved =
              files.lock(sql, ids).stream()
                  .filter(file -> file.space().equals(space.id()))
                  .toList();
          Promise target = books.promise(own, 0);
          Map<ShareKey, Sums> changes = new HashMap<>();
          for (StoredFile file : moved) {
            Sums used = new Sums(0, 0, file.bytesOnDisk(), 1);
            changes.merge(file.key(), used.negated(), Sums::plus);
            changes.merge(new ShareKey(own, target.share()), used, Sums::plus);
          }
          files.assign(sql, moved, target);
          shares.add(sql, changes);
          return moved;
        });
  }

  /** The unused bytes of a space that ended return to its area. */
  public void bringHomeUnused(Space space) {
    UUID own = SpaceBooks.ownSpace(space.area());
    transactions.run(
        sql -> {
          spaces.lock(sql, own);
          long free = lockedFree(sql, space.id());
          shift(sql, space.id(), own, free);
          return space;
        });
  }

  /** The living reservations of these owners, in one statement. */
  public List<Space> ofOwners(Optional<String> description, List<String> owners, Instant now) {
    return transactions.read(sql -> spaces.ofOwners(sql, description, owners, now));
  }
}
