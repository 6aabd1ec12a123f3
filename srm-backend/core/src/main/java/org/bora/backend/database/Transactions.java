package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.bora.api.BackendFailure;
import org.bora.api.trace.Step;
import org.bora.api.trace.TraceKeys;
import org.bora.api.trace.Tracing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Runs database work, and repeats it after transient errors: a deadlock, a lock time-out, a lost
 * connection, or a certification conflict in a cluster.
 *
 * <p>Work may therefore run several times, and <em>an attempt that ended in an error may have been
 * committed all the same</em> (the connection was lost while the commit was answered). Work must be
 * idempotent: identifiers are created beforehand, states are read before they are changed, and a
 * duplicate of its own identifier means that the row already exists.
 *
 * <p>Nothing is started for a caller who no longer waits; what has started runs to its end. Work
 * that has started outside the database cannot be seen here, so it asks for {@link #toTheEnd}.
 *
 * <p>Thread safe; blocks. If the errors persist, it throws a transient {@link BackendFailure};
 * other database errors are thrown unchanged. If all connections are busy, a call waits for its
 * turn as long as its patience lasts ({@link #within}); then it gets the same failure, without
 * another attempt.
 */
public final class Transactions {
  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
  private static final int ATTEMPTS = 12;

  /** How much repeated attempts may add to a call before the log mentions them. */
  private static final Duration NOTABLE = Duration.ofSeconds(2);

  private final Pool reads;
  private final Pool writes;
  private final Duration patience;
  private final Pause pause;
  private final RandomGenerator random;
  private final BooleanSupplier nobodyWaits;
  private final Tracing tracing;

  /** Waiting between two attempts. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  /**
   * Connections, and the way to them.
   *
   * @param server to which they go, where they are those of {@link Database}. Its pool would follow
   *     every {@link Connection#commit} and roll back whatever was committed otherwise, so
   *     transactions go past it
   * @param leases gives the one under which a connection's transactions change something elsewhere
   */
  private record Pool(
      DataSource connections,
      Turnstile turnstile,
      Optional<ServerInUse> server,
      Function<Connection, Lease> leases,
      WorkCounts counts) {

    Pool(
        DataSource connections,
        Turnstile turnstile,
        Optional<ServerInUse> server,
        Function<Connection, Lease> leases) {
      this(connections, turnstile, server, leases, new WorkCounts());
    }

    boolean own() {
      return server.isPresent();
    }

    int turns() {
      return server.map(ServerInUse::turns).orElse(0);
    }

    boolean wasLeftSince(int turns) {
      return server.isPresent() && server.get().wasLeftSince(turns);
    }
  }

  /** With the connections of a database; a call waits for one as long as its settings say. */
  public Transactions(Database database, Pause pause, RandomGenerator random) {
    this(database, pause, random, () -> false, Tracing.off());
  }

  /**
   * The same for a backend with callers.
   *
   * @param nobodyWaits whether the current thread's caller has left
   * @param tracing receives each transaction
   */
  public Transactions(
      Database database,
      Pause pause,
      RandomGenerator random,
      BooleanSupplier nobodyWaits,
      Tracing tracing) {
    this(
        new Pool(
            database.reads(),
            new Turnstile(database.settings().readConnections()),
            Optional.of(database.server()),
            _ -> Lease.endless()),
        new Pool(
            database.writes(),
            new Turnstile(database.settings().writeConnections()),
            Optional.of(database.server()),
            database::lease),
        database.settings().connectTimeout(),
        pause,
        random,
        nobodyWaits,
        tracing);
  }

  /**
   * @param reads auto-commit connections, which see for themselves how many may be in use
   * @param writes the same without auto-commit
   */
  public Transactions(DataSource reads, DataSource writes, Pause pause, RandomGenerator random) {
    this(reads, writes, pause, random, () -> false);
  }

  /**
   * The same for a backend that is called.
   *
   * @param nobodyWaits whether the caller for whom the current thread works has left
   */
  public Transactions(
      DataSource reads,
      DataSource writes,
      Pause pause,
      RandomGenerator random,
      BooleanSupplier nobodyWaits) {
    this(reads, writes, Optional.empty(), pause, random, nobodyWaits);
  }

  Transactions(
      DataSource reads,
      DataSource writes,
      Optional<ServerInUse> server,
      Pause pause,
      RandomGenerator random,
      BooleanSupplier nobodyWaits) {
    this(
        new Pool(reads, new Turnstile(Integer.MAX_VALUE), server, _ -> Lease.endless()),
        new Pool(writes, new Turnstile(Integer.MAX_VALUE), server, _ -> Lease.endless()),
        Duration.ZERO,
        pause,
        random,
        nobodyWaits,
        Tracing.off());
  }

  private Transactions(
      Pool reads,
      Pool writes,
      Duration patience,
      Pause pause,
      RandomGenerator random,
      BooleanSupplier nobodyWaits,
      Tracing tracing) {
    this.reads = reads;
    this.writes = writes;
    this.patience = patience;
    this.pause = pause;
    this.random = random;
    this.nobodyWaits = nobodyWaits;
    this.tracing = tracing;
  }

  /** What was asked of the database since the start: by reads, and by transactions. */
  public List<WorkFigures> figures() {
    return List.of(
        reads.counts().figures("reads", reads.turnstile().waiting()),
        writes.counts().figures("transactions", writes.turnstile().waiting()));
  }

  /**
   * The same connections for one call, which waits at most this long for a connection: the time
   * until its deadline, limited by the settings.
   */
  public Transactions within(Duration left) {
    return left.compareTo(patience) < 0
        ? new Transactions(reads, writes, left, pause, random, nobodyWaits, tracing)
        : this;
  }

  /**
   * The same connections for work that must follow a completed change, as a file's row follows the
   * file: even if the caller has left, and waiting for busy connections as long as for lost ones.
   */
  public Transactions toTheEnd() {
    return new Transactions(
        reads, writes, patience.multipliedBy(ATTEMPTS), pause, random, () -> false, tracing);
  }

  /** Runs statements that only read, each on its own. */
  public <T> T read(Function<JdbcClient, T> work) {
    checkThatSomebodyWaits();
    return persist(
        reads,
        "read",
        _ -> work.apply(CountedTemplate.client(reads.connections(), reads.counts().statements())));
  }

  /** Runs work in one transaction and commits it; an exception rolls it back and is passed on. */
  public <T> T run(Function<JdbcClient, T> work) {
    return talk(dialogue -> work.apply(dialogue.ask()));
  }

  /**
   * The same for work with statements whose results it does not need. If it queries something else
   * in between, its connection counts for a share ({@link OpenTransaction}).
   */
  public <T> T talk(Function<Dialogue, T> work) {
    return talk(new Doubt(), work);
  }

  /**
   * The same for work that must know whether it may have been committed although this fails.
   *
   * @param unheard receives attempts whose connection was lost. Attempts that it already has count
   *     for this work
   */
  public <T> T talk(Doubt unheard, Function<Dialogue, T> work) {
    checkThatSomebodyWaits();
    AtomicBoolean begun = new AtomicBoolean();
    OpenTransaction open = new OpenTransaction();
    BiFunction<Dialogue, Lease, T> known =
        (dialogue, lease) -> open.during(lease, () -> work.apply(dialogue));
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (true) {
        try {
          return persist(writes, "transaction", turns -> once(known, begun, unheard, turns));
        } catch (OpenTransaction.NoRoom crowded) {
          // Shares are waited for one at a time and with none in hand: there is no deadlock.
          open.end();
          crowded.share().take(Duration.ofNanos(end - System.nanoTime()));
          open.keep(crowded.share());
          begun.set(
              unheard.isThere()); // it was rolled back: for who has left it is not begun again
        }
      }
    } finally {
      open.end();
    }
  }

  /** Whether the caller for whom the current thread works has left. */
  public boolean isForNobody() {
    return nobodyWaits.getAsBoolean();
  }

  private void checkThatSomebodyWaits() {
    if (isForNobody()) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the time for this call has passed", null);
    }
  }

  /**
   * One attempt.
   *
   * @param begun by an attempt before, which may have been committed: then it is brought to its end
   * @param unheard whether an attempt before lost its connection: any other error was told by the
   *     server, which had not committed then
   * @param turns of the server before this attempt
   */
  private <T> T once(
      BiFunction<Dialogue, Lease, T> work, AtomicBoolean begun, Doubt unheard, int turns)
      throws SQLException {
    try (Connection pooled = writes.connections().getConnection()) {
      if (!begun.get()) {
        checkThatSomebodyWaits(); // it may have waited for the connection
        begun.set(true);
      }
      Connection connection = writes.own() ? pooled.unwrap(Connection.class) : pooled;
      try {
        Dialogue dialogue =
            Dialogue.on(connection, unheard.isThere(), writes.counts().statements());
        T result = work.apply(dialogue, writes.leases().apply(connection));
        dialogue.commit(connection, !writes.own());
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        if (isLost(connection, e, turns)) {
          unheard.raise();
          abandon(connection, e);
        }
        rollback(pooled, e); // where the connection is lost the pool learns it by this
        throw e;
      }
    }
  }

  /**
   * Whether the result of the attempt is unknown. If a connection is aborted during a commit, the
   * driver may throw any exception, and may still report the connection as open for a moment.
   */
  private boolean isLost(Connection connection, Throwable thrown, int turns) throws SQLException {
    return PassingError.isOfConnection(thrown)
        || (writes.own() && (connection.isClosed() || writes.wasLeftSince(turns)));
  }

  /**
   * A node that its cluster has left behind refuses statements as if the connection were lost, but
   * rolls back and answers pings: its connections would go back to the pool as sound ones.
   */
  private void abandon(Connection connection, Throwable reason) {
    if (!writes.own()) {
      return; // that pool has seen the error itself
    }
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private static void rollback(Connection connection, Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private interface Attempt<T> {
    /** With the turns of the server before it. */
    T run(int turns) throws SQLException;
  }

  private <T> T persist(Pool pool, String name, Attempt<T> attempt) {
    long began = System.nanoTime();
    try (Step step = tracing.part(name)) {
      step.note(TraceKeys.DATABASE, "mysql");
      T result = persist(pool, attempt, began, step);
      pool.counts().done(System.nanoTime() - began);
      return result;
    } catch (OpenTransaction.NoRoom again) {
      throw again; // nothing has failed: it waits for its share
    } catch (RuntimeException | Error e) {
      pool.counts().failed();
      throw e;
    }
  }

  private <T> T persist(Pool pool, Attempt<T> attempt, long began, Step step) {
    Exception passed = null;
    for (int tried = 1; ; tried++) {
      int turns = pool.turns();
      try {
        T result = pass(pool, attempt, turns);
        if (passed != null) {
          overcome(tried, began, passed);
        }
        return result;
      } catch (BackendFailure | OpenTransaction.NoRoom told) {
        throw told; // our own: it is not tried again, not even while a server is left
      } catch (SQLException | RuntimeException e) {
        if (!PassingError.isOne(e) && !pool.wasLeftSince(turns)) {
          throw e instanceof RuntimeException surprise ? surprise : new IllegalStateException(e);
        }
        pool.counts().retried();
        step.note(TraceKeys.RETRY_CAUSE, e.getClass().getSimpleName());
        if (tried == ATTEMPTS) {
          throw unavailable(e);
        }
        LOG.debug(
            "attempt {} of {} met {}, {} ms on", tried, ATTEMPTS, e.toString(), millis(began));
        passed = e;
        rest(tried, e);
      }
    }
  }

  private static void overcome(int tried, long began, Exception passed) {
    long millis = millis(began);
    if (millis > NOTABLE.toMillis()) {
      LOG.warn(
          "a transaction took {} ms and succeeded on attempt {}; the database error before that:"
              + " {}",
          millis,
          tried,
          passed.toString());
    }
  }

  private static long millis(long began) {
    return (System.nanoTime() - began) / 1_000_000;
  }

  /** In turn; a wait before another attempt holds up no other work. */
  private <T> T pass(Pool pool, Attempt<T> attempt, int turns) throws SQLException {
    pool.turnstile().enter(patience);
    try {
      return attempt.run(turns);
    } finally {
      pool.turnstile().leave();
    }
  }

  /** Longer each time, and never two backends in step: 2 ms to about 1 s, 4 s together. */
  private void rest(int tried, Exception reason) {
    long most = Math.min(1_000, 2L << tried);
    try {
      pause.pause(Duration.ofMillis(random.nextLong(most / 2, most + 1)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(reason);
    }
  }

  /** Where others kept a lock through all attempts, the database is well, and is not blamed. */
  private static BackendFailure unavailable(Exception reason) {
    String why =
        reason instanceof PessimisticLockingFailureException
            ? "other calls change what this call needs"
            : "the database does not answer";
    return new BackendFailure(BackendFailure.Kind.TRANSIENT, why + ", try again", reason);
  }
}
