package org.bora.backend.rename;

import java.sql.SQLTransientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.rename.MovedBooks.Where;
import org.bora.backend.rename.NameMove.State;
import org.bora.backend.request.NamesMoving;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Settles moves of vanished backends, according to the disk. A file that carries its identifier and
 * has its new name is settled at once; otherwise the stay of its backend must have been given up
 * ({@code backend_presence}), or the lease must be over. Thread safe.
 */
public final class Unsettled {
  private static final Logger LOG = LoggerFactory.getLogger(Unsettled.class);

  /** How long the sweep looks for a rename that hung in the kernel. */
  private static final Duration WATCHED = Duration.ofDays(1);

  private static final int BATCH = 100;

  private final Transactions transactions;
  private final Locator locator;
  private final TokenSource tokens;
  private final MovedBooks moved;
  private final NameMoveTable table = new NameMoveTable();

  public Unsettled(
      Transactions transactions, Locator locator, SpaceBooks books, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.moved = new MovedBooks(books);
  }

  /** Settles the moves that a transaction met. */
  public void settle(NamesMoving met) {
    settle(met.area(), met.paths());
  }

  /**
   * Returns when no move holds these names, or any below.
   *
   * @throws org.bora.api.BackendFailure (transient) if a move continues for seconds
   */
  void settle(String area, List<AreaPath> paths) {
    transactions.run(
        sql -> {
          for (NameMove move : table.running(sql, area)) {
            if (paths.stream().anyMatch(path -> meets(move, path)) && !settle(sql, move.id())) {
              // repeated after a rest, as any lock that another transaction has
              throw new CannotAcquireLockException(
                  "'" + move.from() + "' is being renamed",
                  new SQLTransientException("a move is running"));
            }
          }
          return area;
        });
  }

  private static boolean meets(NameMove move, AreaPath path) {
    return move.holds(path) || move.from().isWithin(path) || move.to().isWithin(path);
  }

  /** Whether the move holds no name any more. */
  private boolean settle(JdbcClient sql, UUID id) {
    Optional<NameMove> locked = table.lock(sql, id);
    if (locked.isEmpty() || locked.get().state() == State.DONE) {
      return true;
    }
    NameMove move = locked.get();
    Instant now = tokens.now();
    boolean over = isOver(sql, move, now);
    Optional<StorageArea> area = locator.area(move.area());
    if (area.isEmpty()) {
      return over && let(sql, move, now);
    }
    try {
      if (move.state() == State.LOOSE) {
        moved.lock(sql, move); // it holds no names: the file may be renamed on at any moment
      }
      Where where =
          move.state() == State.RUNNING
              ? moved.look(sql, area.get(), move)
              : MovedBooks.look(area.get(), move);
      // a directory may be on its way back as long as its backend lives
      if (where == Where.TARGET && (over || move.file().isPresent())) {
        LOG.info(
            "area {}: '{}' was renamed to '{}', the database follows",
            move.area(),
            move.from(),
            move.to());
        MovedBooks.sync(area.get(), move);
        MovedBooks.dropOldName(area.get(), move);
        moved.follow(sql, area.get(), move, now);
        table.settle(sql, move.id(), State.DONE, now.plus(MoveEnd.REMEMBERED));
        return true;
      }
      if (where == Where.NOWHERE
          && move.state() == State.LOOSE
          && moved.carryBack(sql, area.get(), move, () -> table.running(sql, move.area()))) {
        table.delete(sql, move.id()); // this was its rename
        return true;
      }
      return over && let(sql, move, now);
    } catch (StorageException e) {
      LOG.warn(
          "area {}: it cannot be seen whether '{}' was renamed to '{}': {}",
          move.area(),
          move.from(),
          move.to(),
          e.getMessage(),
          e);
      return false;
    }
  }

  /** Whether its backend renames nothing any more, unless it hangs in the kernel. */
  private boolean isOver(JdbcClient sql, NameMove move, Instant now) {
    return !now.isBefore(move.lease())
        || (move.state() == State.RUNNING
            && move.stay().filter(stay -> table.isOver(sql, stay)).isPresent());
  }

  /** The names are free; true. */
  private boolean let(JdbcClient sql, NameMove move, Instant now) {
    if (move.state() == State.RUNNING) {
      LOG.warn(
          "area {}: the backend that was to rename '{}' to '{}' is gone, or did not do it in time; the names are free, and the sweep watches for a late rename for another {}",
          move.area(),
          move.from(),
          move.to(),
          WATCHED);
      table.settle(sql, move.id(), State.LOOSE, now.plus(WATCHED));
    } else if (!now.isBefore(move.lease())) {
      table.delete(sql, move.id());
    }
    return true;
  }

  /** The part of the sweep. Returns how many moves were settled or forgotten. */
  public int sweep(Instant now) {
    List<NameMove> due = new ArrayList<>();
    due.addAll(transactions.read(sql -> table.over(sql, State.RUNNING, now, BATCH)));
    due.addAll(transactions.read(sql -> table.over(sql, State.LOOSE, now.plus(WATCHED), BATCH)));
    int settled = 0;
    for (NameMove move : due) {
      settled += transactions.run(sql -> isSettled(sql, move)) ? 1 : 0;
    }
    for (NameMove done : transactions.read(sql -> table.over(sql, State.DONE, now, BATCH))) {
      transactions.run(
          sql -> {
            table.delete(sql, done.id());
            return done;
          });
    }
    return settled;
  }

  private boolean isSettled(JdbcClient sql, NameMove move) {
    settle(sql, move.id());
    return table.lock(sql, move.id()).filter(now -> now.state() == move.state()).isEmpty();
  }
}
