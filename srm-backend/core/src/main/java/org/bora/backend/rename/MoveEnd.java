package org.bora.backend.rename;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.rename.MovedBooks.Where;
import org.bora.backend.rename.NameMove.State;
import org.bora.backend.request.NameClaim;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends the moves that {@link NameMoves} began on this backend, even if their callers no longer
 * wait. The disk decides, even after the lease. Thread safe.
 */
public final class MoveEnd {
  private static final Logger LOG = LoggerFactory.getLogger(MoveEnd.class);

  /** How long a repeated call is recognised; a frontend repeats within a minute. */
  static final Duration REMEMBERED = Duration.ofMinutes(10);

  private final Transactions afterwards;
  private final TokenSource tokens;
  private final MovedBooks moved;
  private final NameMoveTable table = new NameMoveTable();

  public MoveEnd(Transactions transactions, SpaceBooks books, TokenSource tokens) {
    this.afterwards = transactions.toTheEnd();
    this.tokens = tokens;
    this.moved = new MovedBooks(books);
  }

  /**
   * After an attempted rename, makes the database agree with the disk, and frees the names.
   *
   * @param renamed whether the filesystem reported success; otherwise it may have happened
   *     nevertheless
   */
  public NameClaim.Outcome finish(Place from, Place to, NameClaim.Taken taken, boolean renamed) {
    StorageArea area = from.area();
    return afterwards.run(
        sql -> {
          Instant now = tokens.now();
          Optional<NameMove> row = table.lock(sql, taken.move());
          if (row.filter(move -> move.state() == State.DONE).isPresent()) {
            return NameClaim.Outcome.MOVED;
          }
          NameMove move = row.orElseGet(() -> forgotten(from, to, taken, now));
          try {
            return move.state() == State.RUNNING
                ? finish(sql, area, move, renamed, now)
                : finishLate(sql, area, move, renamed, now);
          } catch (StorageException e) {
            LOG.warn(
                "area {}: the filesystem does not report whether '{}' was renamed to '{}'; the sweep checks again: {}",
                area.name(),
                move.from(),
                move.to(),
                e.getMessage(),
                e);
            return renamed ? NameClaim.Outcome.MOVED : NameClaim.Outcome.STAYED;
          }
        });
  }

  /** Another backend settled it, and its row made room; or its lease was over. */
  private static NameMove forgotten(Place from, Place to, NameClaim.Taken taken, Instant now) {
    return new NameMove(
        taken.move(),
        from.area().name(),
        from.path(),
        to.path(),
        taken.directory(),
        taken.file(),
        "",
        State.LOOSE,
        now,
        Optional.empty());
  }

  /** The move holds its names still: nothing else was renamed to or from them. */
  private NameClaim.Outcome finish(
      JdbcClient sql, StorageArea area, NameMove move, boolean renamed, Instant now)
      throws StorageException {
    Where where = renamed && move.file().isEmpty() ? Where.TARGET : MovedBooks.look(area, move);
    if (where == Where.TARGET || (renamed && where == Where.NOWHERE)) {
      return followed(sql, area, move, renamed, now);
    }
    table.delete(sql, move.id());
    return NameClaim.Outcome.STAYED;
  }

  /**
   * The move no longer holds the names, so its file may have been renamed again, renamed back, or
   * removed. The database follows only the file that now has the new name; later calls have
   * recorded everything else.
   */
  private NameClaim.Outcome finishLate(
      JdbcClient sql, StorageArea area, NameMove move, boolean renamed, Instant now)
      throws StorageException {
    moved.lock(sql, move); // first the row, then the disk: what renames it on changes the row later
    Where where = MovedBooks.look(area, move);
    if (where == Where.TARGET) {
      return followed(sql, area, move, renamed, now);
    }
    boolean goesBack =
        renamed
            && where == Where.NOWHERE
            && moved.carryBack(sql, area, move, () -> table.running(sql, move.area()));
    if (renamed && !goesBack) {
      return NameClaim.Outcome.MOVED;
    }
    table.delete(sql, move.id());
    return NameClaim.Outcome.STAYED;
  }

  private NameClaim.Outcome followed(
      JdbcClient sql, StorageArea area, NameMove move, boolean renamed, Instant now)
      throws StorageException {
    if (!renamed) {
      MovedBooks.sync(area, move);
    }
    MovedBooks.dropOldName(area, move);
    moved.follow(sql, area, move, now);
    table.settle(sql, move.id(), State.DONE, now.plus(REMEMBERED));
    return NameClaim.Outcome.MOVED;
  }

  /**
   * A directory has its old name again. Where another backend had settled the move meanwhile, the
   * books follow the directory back.
   */
  public void giveUp(Place from, Place to, NameClaim.Taken taken) {
    afterwards.run(
        sql -> {
          Optional<NameMove> row = table.lock(sql, taken.move());
          if (row.filter(move -> move.state() == State.RUNNING).isEmpty()) {
            Instant now = tokens.now();
            moved.follow(sql, from.area(), forgotten(to, from, taken, now), now);
          }
          table.delete(sql, taken.move());
          return taken;
        });
  }
}
