package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.bora.api.BackendFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Runs database work, and again where the database had an accident: a deadlock, a lock waited for
 * too long, a lost connection, a cluster that certified another writer first.
 *
 * <p>Work may therefore run several times, and <em>an attempt that ended in an error may have been
 * committed all the same</em> (the connection was lost while the commit was answered). Work must be
 * idempotent: identifiers are made before, states are read before they are moved, and a duplicate
 * of one's own identifier means that it is there already.
 *
 * <p>Nothing is begun for a caller who does not wait any more; what has begun comes to its end.
 * What was begun outside the database nobody sees from here: it asks for {@link #toTheEnd}.
 *
 * <p>Thread safe; blocks. When the accidents do not end it throws {@link BackendFailure}
 * (transient), every other error of the database as it is. Where all connections are busy a call
 * takes its turn, for as long as its patience ({@link #within}); then it gets the same failure, at
 * once and without another attempt.
 */
public final class Transactions {
  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
  private static final int ATTEMPTS = 12;

  private final Pool reads;
  private final Pool writes;
  private final Duration patience;
  private final Pause pause;
  private final RandomGenerator random;
  private final BooleanSupplier nobodyWaits;

  /** Waiting between two attempts. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  /**
   * Connections, and the way to them.
   *
   * @param own whether they are those of {@link Database}. Its pool would follow every {@link
   *     Connection#commit} and roll back whatever was committed otherwise, so transactions go past
   *     it
   */
  private record Pool(DataSource connections, Turnstile turnstile, boolean own) {}

  /** With the connections of a database; a call waits for one as long as its settings say. */
  public Transactions(Database database, Pause pause, RandomGenerator random) {
    this(database, pause, random, () -> false);
  }

  /**
   * The same for a backend that is called.
   *
   * @param nobodyWaits whether the current thread works for somebody who has left
   */
  public Transactions(
      Database database, Pause pause, RandomGenerator random, BooleanSupplier nobodyWaits) {
    this(
        new Pool(database.reads(), new Turnstile(database.settings().readConnections()), true),
        new Pool(database.writes(), new Turnstile(database.settings().writeConnections()), true),
        database.settings().connectTimeout(),
        pause,
        random,
        nobodyWaits);
  }

  /**
   * @param reads auto-commit connections, which see for themselves how many may be in use
   * @param writes the same without auto-commit
   */
  public Transactions(DataSource reads, DataSource writes, Pause pause, RandomGenerator random) {
    this(reads, writes, pause, random, () -> false);
  }

  Transactions(
      DataSource reads,
      DataSource writes,
      Pause pause,
      RandomGenerator random,
      BooleanSupplier nobodyWaits) {
    this(
        new Pool(reads, new Turnstile(Integer.MAX_VALUE), false),
        new Pool(writes, new Turnstile(Integer.MAX_VALUE), false),
        Duration.ZERO,
        pause,
        random,
        nobodyWaits);
  }

  private Transactions(
      Pool reads,
      Pool writes,
      Duration patience,
      Pause pause,
      RandomGenerator random,
      BooleanSupplier nobodyWaits) {
    this.reads = reads;
    this.writes = writes;
    this.patience = patience;
    this.pause = pause;
    this.random = random;
    this.nobodyWaits = nobodyWaits;
  }

  /**
   * The same connections for one call, which waits for one no longer than this: what is left until
   * its deadline. Never longer than the settings say.
   */
  public Transactions within(Duration left) {
    return left.compareTo(patience) < 0
        ? new Transactions(reads, writes, left, pause, random, nobodyWaits)
        : this;
  }

  /**
   * The same connections for what has to follow something that is done already, as a file's row
   * follows the file: also for a caller who has left meanwhile, and with as much patience for busy
   * connections as for lost ones.
   */
  public Transactions toTheEnd() {
    return new Transactions(
        reads, writes, patience.multipliedBy(ATTEMPTS), pause, random, () -> false);
  }

  /** Runs statements that only read, each on its own. */
  public <T> T read(Function<JdbcClient, T> work) {
    checkThatSomebodyWaits();
    return persist(reads, () -> work.apply(JdbcClient.create(reads.connections())));
  }

  /** Runs work in one transaction and commits it; an exception rolls it back and is passed on. */
  public <T> T run(Function<JdbcClient, T> work) {
    return talk(dialogue -> work.apply(dialogue.ask()));
  }

  /** The same for work that has things to tell to which it needs no answer. */
  public <T> T talk(Function<Dialogue, T> work) {
    checkThatSomebodyWaits();
    AtomicBoolean begun = new AtomicBoolean();
    AtomicBoolean unheard = new AtomicBoolean();
    return persist(writes, () -> once(work, begun, unheard));
  }

  private void checkThatSomebodyWaits() {
    if (nobodyWaits.getAsBoolean()) {
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
   */
  private <T> T once(Function<Dialogue, T> work, AtomicBoolean begun, AtomicBoolean unheard)
      throws SQLException {
    try (Connection pooled = writes.connections().getConnection()) {
      if (!begun.getAndSet(true)) {
        checkThatSomebodyWaits(); // it may have waited for the connection
      }
      Connection connection = writes.own() ? pooled.unwrap(Connection.class) : pooled;
      try {
        Dialogue dialogue = Dialogue.on(connection, unheard.get());
        T result = work.apply(dialogue);
        dialogue.commit(connection, !writes.own());
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        if (Accident.isOfConnection(e)) {
          unheard.set(true);
          abandon(connection, e);
        }
        rollback(pooled, e); // where the connection is lost the pool learns it by this
        throw e;
      }
    }
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
    T run() throws SQLException;
  }

  private <T> T persist(Pool pool, Attempt<T> attempt) {
    for (int tried = 1; ; tried++) {
      try {
        return pass(pool, attempt);
      } catch (SQLException | RuntimeException e) {
        if (!Accident.isOne(e)) {
          throw e instanceof RuntimeException surprise ? surprise : new IllegalStateException(e);
        }
        if (tried == ATTEMPTS) {
          throw unavailable(e);
        }
        LOG.debug("attempt {} of {} met {}", tried, ATTEMPTS, e.toString());
        rest(tried, e);
      }
    }
  }

  /** In turn; who waits before another attempt is in nobody's way. */
  private <T> T pass(Pool pool, Attempt<T> attempt) throws SQLException {
    pool.turnstile().enter(patience);
    try {
      return attempt.run();
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

  private static BackendFailure unavailable(Exception reason) {
    return new BackendFailure(
        BackendFailure.Kind.TRANSIENT, "the database does not answer, try again", reason);
  }
}
