package org.bora.backend.rename;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.Caller;
import org.bora.backend.database.OpenTransaction;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.pin.PinTable;
import org.bora.backend.rename.NameMove.State;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameClaim;
import org.bora.backend.request.NameClaim.Obstacle;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Holds both names of a rename in the database, from before the rename until the books are updated.
 *
 * <p>A move is announced and committed, and only then are the names looked at; a put is active and
 * committed, and only then looks for moves, under the lock of its row ({@link
 * PutTable#lockToPublish}). So one of the two always sees the other, and nothing is published under
 * a name that moves. A claim is bound to the stay of its backend in the database, and to a deadline
 * for backends that hang elsewhere but still send heartbeats. The moves of a vanished backend are
 * settled by the next backend that needs the names, or by the sweep ({@link Unsettled}). Thread
 * safe.
 */
public final class NameMoves {
  private static final Logger LOG = LoggerFactory.getLogger(NameMoves.class);

  /** A rename and its fsync take far less. */
  static final Duration LEASE = Duration.ofSeconds(10);

  /** The backend that renames gives up so much earlier than others act on the names. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  /** Each but the last met another move or a dead door's upload, which has been settled since. */
  private static final int ROUNDS = 5;

  /**
   * Number of puts below a directory that are read; if there are more, the directory counts as
   * being written.
   */
  private static final int MOST_PUTS = 1000;

  private final Transactions transactions;
  private final Transactions afterwards;
  private final TokenSource tokens;
  private final PutEnding ending;
  private final Unsettled unsettled;
  private final NameMoveTable table = new NameMoveTable();
  private final PutTable puts = new PutTable();
  private final StoredFiles files = new StoredFiles();
  private final PinTable pins = new PinTable();

  public NameMoves(
      Transactions transactions, PutEnding ending, Unsettled unsettled, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.afterwards = transactions.toTheEnd();
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.ending = Objects.requireNonNull(ending, "ending");
    this.unsettled = Objects.requireNonNull(unsettled, "unsettled");
  }

  /** Takes the names of a file or directory and of its target, which lies in the same area. */
  public NameClaim claim(Place from, Place to, boolean directory, Caller caller)
      throws StorageException {
    NameClaim last = new NameClaim.Refused(Obstacle.MOVING);
    for (int round = 0; round < ROUNDS; round++) {
      Instant now = tokens.now();
      NameMove move =
          new NameMove(
              tokens.uploadId(now),
              from.area().name(),
              from.path(),
              to.path(),
              directory,
              Optional.empty(),
              caller.dn(),
              State.RUNNING,
              now.plus(LEASE),
              Optional.empty());
      Optional<NameClaim> answer = tried(from, move);
      if (answer.isEmpty()) {
        unsettled.settle(move.area(), List.of(move.from(), move.to()));
      } else if (answer.get() instanceof NameClaim.Refused(Obstacle why)
          && hasEndedAbandoned(why, from, to, directory)) {
        last = answer.get();
      } else {
        return answer.get();
      }
    }
    return last;
  }

  /** Whether a door was writing that is gone. It holds the name no more. */
  private boolean hasEndedAbandoned(Obstacle why, Place from, Place to, boolean directory) {
    return switch (why) {
      case SOURCE_WRITTEN -> ending.endAbandoned(from, directory, tokens.now());
      case TARGET_WRITTEN -> ending.endAbandoned(to, false, tokens.now());
      case SOURCE_READ, SOURCE_CHANGED, MOVING -> false;
    };
  }

  /**
   * A call that ends early, for example because its caller leaves, has not renamed anything yet.
   */
  private Optional<NameClaim> tried(Place from, NameMove move) throws StorageException {
    try {
      return announce(move) ? judge(from, move) : Optional.empty();
    } catch (RuntimeException e) {
      try {
        afterwards.run(
            sql -> {
              table.delete(sql, move.id());
              return move;
            });
      } catch (RuntimeException away) {
        e.addSuppressed(away); // the names are free when the lease is over
      }
      throw e;
    }
  }

  /** False where another move has one of the names. */
  private boolean announce(NameMove move) {
    try {
      return transactions.talk(
          dialogue -> {
            if (!dialogue.isPerhapsDone() || !table.isThere(dialogue.ask(), move.id())) {
              JdbcClient sql = dialogue.ask();
              table.begin(sql, move.renewed(move.file(), move.lease(), stay()));
            }
            return true;
          });
    } catch (DuplicateKeyException e) {
      LOG.debug("move of '{}' in area {} met another", move.from(), move.area(), e);
      return false;
    }
  }

  private record Verdict(Optional<NameClaim> claim, Optional<StorageException> failure) {
    static Verdict of(NameClaim claim) {
      return new Verdict(Optional.of(claim), Optional.empty());
    }
  }

  /** Empty where the move has to begin anew; it holds nothing then. */
  private Optional<NameClaim> judge(Place from, NameMove move) throws StorageException {
    Verdict verdict = transactions.run(sql -> judge(sql, from, move));
    if (verdict.failure().isPresent()) {
      throw verdict.failure().get();
    }
    return verdict.claim();
  }

  private Verdict judge(JdbcClient sql, Place from, NameMove move) {
    Verdict verdict = look(sql, from, move);
    if (!(verdict.claim().orElse(null) instanceof NameClaim.Taken)) {
      table.delete(sql, move.id());
    }
    return verdict;
  }

  private Verdict look(JdbcClient sql, Place from, NameMove move) {
    boolean alone =
        table.lock(sql, move.id()).filter(row -> row.state() == State.RUNNING).isPresent()
            && table.running(sql, move.area()).stream()
                .allMatch(other -> other.id().equals(move.id()) || !other.meets(move));
    if (!alone) {
      return new Verdict(Optional.empty(), Optional.empty());
    }
    Instant now = tokens.now();
    NameKey source = NameKey.of(from);
    if (isWritten(
        sql,
        move.directory() ? puts.lockBelow(sql, from, MOST_PUTS) : puts.lockOn(sql, source),
        now)) {
      return refused(Obstacle.SOURCE_WRITTEN);
    }
    if (isWritten(sql, puts.lockOn(sql, NameKey.of(move.area(), move.to())), now)) {
      return refused(Obstacle.TARGET_WRITTEN);
    }
    if (!move.directory() && pins.isHeldByOthers(sql, source, move.ownerDn(), now)) {
      return refused(Obstacle.SOURCE_READ);
    }
    try {
      Optional<EntryFacts> facts = MovedBooks.facts(from.area(), move.from());
      if (facts.filter(found -> found.isDirectory() == move.directory()).isEmpty()) {
        return refused(Obstacle.SOURCE_CHANGED);
      }
      Optional<UUID> file =
          facts.flatMap(found -> files.identity(sql, move.area(), move.from(), found));
      Instant until = tokens.now().plus(LEASE);
      table.renew(sql, move.renewed(file, until, stay()));
      return Verdict.of(
          new NameClaim.Taken(
              move.id(), move.directory(), file, until.minus(MARGIN), OpenTransaction.lease()));
    } catch (StorageException e) {
      return new Verdict(Optional.empty(), Optional.of(e));
    }
  }

  /** That of the transaction: a claim is bound to the stay that holds its row's lock. */
  private static Optional<UUID> stay() {
    return OpenTransaction.lease().stay();
  }

  /**
   * Whether one of these puts, whose rows are locked, writes still. One that was published by a
   * backend that vanished before its commit is finished first: its file is what moves. One that is
   * overdue holds no name; it is not published while the move runs.
   */
  private boolean isWritten(JdbcClient sql, List<AcceptedPut> active, Instant now) {
    return active.size() == MOST_PUTS
        || ending.finishPublished(sql, active, now).stream().anyMatch(row -> !row.isOverdue(now));
  }

  private static Verdict refused(Obstacle why) {
    return Verdict.of(new NameClaim.Refused(why));
  }

  /**
   * Whether this rename was just done for the caller, perhaps by a backend that died, and the disk
   * still shows it: the renamed entry has the new name, and no entry has the old one.
   */
  public boolean isDone(Place from, Place to, Caller caller) throws StorageException {
    unsettled.settle(from.area().name(), List.of(from.path(), to.path()));
    Optional<NameMove> done =
        transactions.read(
            sql -> table.done(sql, from.area().name(), from.path(), to.path(), caller.dn()));
    return done.isPresent()
        && MovedBooks.facts(from.area(), from.path()).isEmpty()
        && MovedBooks.look(from.area(), done.get()) == MovedBooks.Where.TARGET;
  }
}
