package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the other backends that this one is alive, checks whether they are ({@link Membership}),
 * and notices when the database does not answer: five ticks of the timer without an answer, 2 s.
 * Then its connections are aborted, so that no call waits on them, and frontends are informed
 * (docs/adr/0043). It uses a connection of its own.
 *
 * <p>From {@link #begin} to {@link #close}. Thread safe.
 */
public final class BackendPresence implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BackendPresence.class);

  static final Duration EVERY = Duration.ofMillis(400);
  private static final int LOOKS_WITHOUT_ANSWER = 5;

  /**
   * A statement that takes longer is abandoned, and a new connection is tried: below 2 s in total.
   */
  static final Duration PATIENCE = Duration.ofMillis(1200);

  /** Of several servers each has its turn. */
  private static final Duration SHORT_PATIENCE = Duration.ofMillis(750);

  private final Database database;
  private final Executor executor;
  private final Membership membership;
  private final AtomicBoolean inRound = new AtomicBoolean();
  private final AtomicLong answers = new AtomicLong();
  private final UnconfirmedBeats unconfirmed = new UnconfirmedBeats();
  private final ScheduledFuture<?> schedule;
  private volatile boolean closed;

  /** Of the timer alone. */
  private long answersBefore;

  private int looksWithoutAnswer;
  private boolean cutOff;

  /** Of the round. */
  private Optional<ServingConnections.Serving> connection = Optional.empty();

  /** Hears that the database is away from here, and that it is back. */
  private volatile Consumer<Boolean> listener = _ -> {};

  private BackendPresence(
      Database database,
      String name,
      ScheduledExecutorService timer,
      Executor executor,
      LongSupplier nanos) {
    this.database = Objects.requireNonNull(database, "database");
    this.executor = Objects.requireNonNull(executor, "executor");
    this.membership = new Membership(database, name, nanos, answers::incrementAndGet);
    long millis = EVERY.toMillis();
    // never two at once after this process was held up: each look is a time in which others beat
    schedule = timer.scheduleWithFixedDelay(this::look, 0, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Begins to beat. What transactions have in hand is under a lease from the first beat that is
   * answered.
   *
   * @param name for the logs of other backends: "the backend on ..."
   * @param timer begins rounds; for nothing else that may block
   * @param executor runs them; they wait for the database
   * @param nanos as {@link System#nanoTime}
   */
  public static BackendPresence begin(
      Database database,
      String name,
      ScheduledExecutorService timer,
      Executor executor,
      LongSupplier nanos) {
    return new BackendPresence(database, name, timer, executor, nanos);
  }

  /**
   * Sets the listener.
   *
   * @param whenCutOff learns that the database cannot be reached, and that it can again; must not
   *     block
   */
  public void tell(Consumer<Boolean> whenCutOff) {
    listener = Objects.requireNonNull(whenCutOff, "whenCutOff");
  }

  /** Whether the database answers, and does not commit in time: calls that change files fail. */
  public boolean isUnconfirmed() {
    return unconfirmed.isTold();
  }

  /** Of the timer: must not block. */
  private void look() {
    long now = answers.get();
    boolean answered = now != answersBefore;
    answersBefore = now;
    looksWithoutAnswer = answered ? 0 : looksWithoutAnswer + 1;
    if (answered && cutOff) {
      cutOff = false;
      LOG.warn("the database answers this backend again");
      listener.accept(false);
    } else if (!cutOff && looksWithoutAnswer >= LOOKS_WITHOUT_ANSWER) {
      cutOff = true;
      LOG.error(
          "the database has not answered this backend for {} ms: its connections are broken off,"
              + " and frontends may ask other backends. Look at the database, and at the network"
              + " between it and this machine",
          EVERY.toMillis() * looksWithoutAnswer);
      listener.accept(true);
      run(database::breakOff);
    }
    if (inRound.compareAndSet(false, true) && !run(this::round)) {
      inRound.set(false);
    }
  }

  private boolean run(Runnable task) {
    try {
      executor.execute(task);
      return true;
    } catch (RejectedExecutionException stopping) {
      return false;
    }
  }

  /** A round that fails is tried once more: it may be the connection alone. */
  private void round() {
    long before = answers.get();
    try {
      boolean done = closed || isDone();
      if (!done && !closed) {
        done = isDone();
      }
      unconfirmed.round(done, answers.get() != before);
    } catch (RuntimeException e) {
      LOG.error("the heartbeat of this backend failed; it is repeated", e);
      forgetConnection();
    } finally {
      if (closed) {
        forgetConnection();
      }
      inRound.set(false);
    }
  }

  private boolean isDone() {
    try {
      membership.round(connection());
      return true;
    } catch (SQLException e) {
      LOG.debug("no beat: {}", e.toString());
      forgetConnection();
      return false;
    }
  }

  /** To the server that is in use: to end sessions is of use there. */
  private Connection connection() throws SQLException {
    if (connection.isPresent() && connection.get().place() != database.server().index()) {
      forgetConnection();
    }
    if (connection.isEmpty()) {
      connection = Optional.of(open());
    }
    return connection.get().connection();
  }

  private ServingConnections.Serving open() throws SQLException {
    DatabaseSettings settings = database.settings();
    Properties driver = new Properties();
    driver.setProperty("user", settings.user());
    driver.setProperty("password", settings.password());
    Duration patience = settings.servers().size() == 1 ? PATIENCE : SHORT_PATIENCE;
    String millis = Long.toString(patience.toMillis());
    driver.setProperty("connectTimeout", millis);
    driver.setProperty("socketTimeout", millis);
    return new ServingConnections(database.server(), driver, patience, Duration.ZERO).serving();
  }

  /** Without a farewell, which a server that hangs would be waited for with. */
  private void forgetConnection() {
    Optional<ServingConnections.Serving> former = connection;
    connection = Optional.empty();
    try {
      if (former.isPresent()) {
        former.get().connection().abort(Runnable::run);
      }
    } catch (SQLException broken) {
      LOG.debug("the connection of the beats is gone already: {}", broken.toString());
    }
  }

  /** Says farewell: other backends do not take it for silent. */
  @Override
  public void close() {
    closed = true;
    schedule.cancel(false);
    if (!inRound.compareAndSet(false, true)) {
      return; // the others see that it beats no more
    }
    try {
      membership.leave(connection());
    } catch (SQLException away) {
      LOG.debug("the others will see that this backend beats no more: {}", away.toString());
    } finally {
      forgetConnection();
    }
  }
}
