package org.bora.backend.desk;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.bora.api.BackendFailure;
import org.bora.api.ban.BanCalls;
import org.bora.api.ban.BannedName;
import org.bora.api.word.Caller;
import org.bora.backend.authorise.Glob;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Ordered bans and ended transfers. They are in the database, so all backends give the same answer.
 * Frontends ask twice a second, and any number of them cost one statement per {@link #FRESH}. If
 * the database does not answer, the last known bans stay in force. Thread safe.
 */
public final class Bans implements BanCalls {

  /** How old an answer may be. */
  public static final Duration FRESH = Duration.ofMillis(300);

  /** How long a call waits for the look of another one. */
  private static final Duration MOMENT = Duration.ofMillis(100);

  /** So many hold at a time at most: every caller is compared with every one. */
  public static final int MOST = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(Bans.class);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Doors that reach no backend for this time do not end transfers for earlier orders. */
  private static final Duration ENDS_TOLD = Duration.ofMinutes(10);

  private final Transactions transactions;
  private final TokenSource tokens;
  private final BanTable table = new BanTable();
  private final TransferEndTable ends = new TransferEndTable();
  private final ReentrantLock looking = new ReentrantLock();
  private volatile Known known = new Known(Optional.empty(), List.of());

  /** Guarded by {@link #looking}. */
  private boolean silent;

  /**
   * The last result from the database.
   *
   * @param until when it is fresh; absent if nothing was ever read
   */
  private record Known(Optional<Instant> until, List<BannedName> names) {

    boolean isKnown() {
      return until.isPresent();
    }

    boolean isFresh(Instant now) {
      return until.filter(now::isBefore).isPresent();
    }
  }

  public Bans(Transactions transactions, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * One thread reads the bans for all. The others wait a moment for the result; if it takes longer,
   * they use the last known bans, if there are any.
   */
  @Override
  public List<BannedName> bans() {
    Known last = known;
    if (last.isFresh(tokens.now())) {
      return last.names();
    }
    if (!last.isKnown()) {
      looking.lock();
    } else if (!comesToLook()) {
      return last.names();
    }
    try {
      Instant now = tokens.now();
      if (known.isFresh(now)) {
        return known.names(); // another caller has looked meanwhile
      }
      known = new Known(Optional.of(now.plus(FRESH)), holding());
      silent = false;
      return known.names();
    } catch (BackendFailure | DataAccessException unanswered) {
      if (!last.isKnown()) {
        throw unanswered;
      }
      // once, and not twice a second for every frontend
      if (!silent) {
        LOG.warn(
            "the list of bans could not be refreshed, the known bans stay in force: {}",
            unanswered.getMessage());
      }
      silent = true;
      return last.names();
    } finally {
      looking.unlock();
    }
  }

  private boolean comesToLook() {
    try {
      return looking.tryLock(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The ban that applies to a caller; empty if there is none. */
  public Optional<BannedName> of(Caller caller) {
    return bans().stream().filter(ban -> isFor(ban, caller)).findFirst();
  }

  private static boolean isFor(BannedName ban, Caller caller) {
    Glob pattern = new Glob(ban.pattern());
    return switch (ban.kind()) {
      case DN -> pattern.matches(caller.dn());
      case AUTHORITY -> pattern.matches(caller.issuer());
      case VO -> caller.fqans().stream().anyMatch(name -> pattern.matches(name.vo()));
      case TRANSFER -> false;
    };
  }

  private List<BannedName> holding() {
    return transactions
        .within(PATIENCE)
        .read(
            sql -> {
              Instant now = tokens.now();
              List<BannedName> names = new ArrayList<>(ends.holding(sql, now, MOST));
              table.holding(sql, now, MOST).forEach(ban -> names.add(ban.name()));
              return List.copyOf(names);
            });
  }

  /** The next question looks again. */
  private void outdated() {
    known = new Known(known.until().map(any -> Instant.EPOCH), known.names());
  }

  /** All that hold. */
  public List<OrderedBan> list() {
    return transactions.read(sql -> table.holding(sql, tokens.now(), MOST));
  }

  /**
   * Bans a caller, an authority or a VO from now on.
   *
   * @param lasts absent for a ban until it is lifted
   * @return empty if there are too many bans
   * @throws IllegalArgumentException with a sentence why the order is invalid
   */
  public Optional<OrderedBan> add(
      BannedName.Kind kind, String pattern, String reason, String by, Optional<Duration> lasts) {
    Instant now = tokens.now();
    OrderedBan ban =
        new OrderedBan(
            tokens.token(now).id(), kind, pattern, reason, by, now, lasts.map(now::plus));
    boolean added =
        transactions
            .toTheEnd()
            .run(
                sql -> {
                  table.deleteOver(sql, now);
                  boolean room = table.count(sql) < MOST;
                  if (room) {
                    table.insert(sql, ban);
                  }
                  return room;
                });
    outdated();
    return added ? Optional.of(ban) : Optional.empty();
  }

  /**
   * Makes the door of a transfer end it within seconds; without effect if there is no such
   * transfer.
   *
   * @param by the administrator
   */
  public void end(UUID transfer, String by) {
    Instant now = tokens.now();
    transactions
        .toTheEnd()
        .run(
            sql -> {
              ends.deleteOver(sql, now);
              ends.insert(sql, transfer, by, now.plus(ENDS_TOLD));
              return transfer;
            });
    outdated();
  }

  /** Lifts a ban; returns whether there was one. */
  public boolean lift(UUID id) {
    // lives longer than an attempt: what a lost commit took away was there
    AtomicBoolean there = new AtomicBoolean();
    boolean lifted =
        transactions
            .toTheEnd()
            .run(
                sql -> {
                  if (table.delete(sql, id)) {
                    there.set(true);
                  }
                  return there.get();
                });
    outdated();
    return lifted;
  }
}
