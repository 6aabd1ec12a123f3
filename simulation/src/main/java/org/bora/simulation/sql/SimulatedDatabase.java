package org.bora.simulation.sql;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.bora.simulation.sql.lock.Locks;
import org.bora.simulation.sql.lock.Standstill;
import org.bora.simulation.sql.query.Run;
import org.bora.simulation.sql.store.Changes;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Tables;

/**
 * A database server with the schema of this release, in memory. It works on its caller's thread.
 * Chance decides what the servers leave open: which waiting transaction gets a row, which
 * transaction of a deadlock is rolled back, and whether a commit that a failover interrupted takes
 * effect. docs/reference/simulated-database.md lists what is not simulated.
 *
 * <p>Thread-safe: with a scheduler of its own one thread at a time, with real threads one statement
 * at a time.
 */
public final class SimulatedDatabase {
  private final Pauses pauses;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Gate gate = new Gate();
  private final StatementCache statements = new StatementCache();
  private final Tables tables;
  private final Locks locks;

  /** Open sessions by number. */
  private final NavigableMap<Long, Session> sessions = new TreeMap<>();

  private final Set<String> losingAnswer = new HashSet<>();
  private final Set<String> deadlocked = new HashSet<>();
  private long lastSession;
  private Changes changes = _ -> {};

  /**
   * Starts with empty tables.
   *
   * @param pauses where other threads run
   * @param clock the server's time
   * @param random decides what the servers leave open
   */
  public SimulatedDatabase(Pauses pauses, InstantSource clock, RandomGenerator random) {
    this.pauses = Objects.requireNonNull(pauses, "pauses");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.random = Objects.requireNonNull(random, "random");
    this.locks = new Locks(new OutsideTheGate(), random);
    try {
      this.tables = Migrations.tables();
    } catch (IOException e) {
      throw new IllegalStateException("the migrations cannot be read", e);
    }
  }

  /** Sets a listener for each change of a row; before the first session. */
  public void tells(Changes listener) {
    changes = listener;
  }

  /** A thread that waits for a row leaves the gate to others. */
  private final class OutsideTheGate implements Standstill {
    @Override
    public boolean await(BooleanSupplier condition, Duration most) {
      gate.leave();
      try {
        return pauses.await(condition, most);
      } finally {
        gate.enter();
      }
    }

    @Override
    public void changed() {
      pauses.changed();
    }
  }

  /** Connections of a process, with auto-commit until the caller changes it. */
  public DataSource connect(String process) {
    Objects.requireNonNull(process, "process");
    return Parts.of(DataSource.class, new SourceCalls(this, process, true));
  }

  /** The same without auto-commit, for transactions. */
  public DataSource connectForTransactions(String process) {
    Objects.requireNonNull(process, "process");
    return Parts.of(DataSource.class, new SourceCalls(this, process, false));
  }

  Session open(String process, boolean autoCommit) {
    return gate.ask(
        () -> {
          long number = ++lastSession;
          Session session = new Session(this, number, process, autoCommit);
          sessions.put(number, session);
          return session;
        });
  }

  /** The process is gone: its connections are closed, and its uncommitted changes are undone. */
  public void crash(String process) {
    endAll(session -> session.process().equals(process));
  }

  /**
   * Fails over to another server: all connections are lost. A commit in progress may take effect;
   * every commit that was answered is kept.
   */
  public void failover() {
    gate.inside(
        () -> {
          for (Session session : List.copyOf(sessions.values())) {
            session.end(session.isCommitting() && random.nextBoolean());
          }
        });
  }

  private void endAll(Predicate<Session> which) {
    gate.inside(
        () -> {
          sessions.values().stream().filter(which).toList().forEach(session -> session.end(false));
        });
  }

  /** The next commit of the process takes effect, but its connection is lost before the answer. */
  public void loseAnswerOfNextCommit(String process) {
    gate.inside(() -> losingAnswer.add(process));
  }

  /** The next statement in a transaction of the process becomes the victim of a deadlock. */
  public void deadlockNextStatement(String process) {
    gate.inside(() -> deadlocked.add(process));
  }

  /** The sessions, by the server's numbers. */
  public int openSessions() {
    return gate.ask(sessions::size);
  }

  /** The sessions of one process. */
  public long openSessions(String process) {
    return count(session -> session.process().equals(process));
  }

  /** The sessions that a thread has opened. */
  public long openSessions(Thread thread) {
    return count(session -> session.isOf(thread));
  }

  private long count(Predicate<Session> which) {
    return gate.ask(() -> sessions.values().stream().filter(which).count());
  }

  boolean losesAnswer(String process) {
    return losingAnswer.remove(process);
  }

  boolean isDeadlocked(String process) {
    return deadlocked.remove(process);
  }

  void kill(long number) {
    Session session = sessions.get(number);
    if (session == null) {
      throw new Refusal(Refusal.Kind.NO_SUCH_SESSION, "Unknown thread id: " + number);
    }
    session.end(false);
  }

  void forget(Session session) {
    sessions.remove(session.number());
  }

  Run run(Session session, List<Object> parameters) {
    List<Run.SessionRow> rows = new ArrayList<>();
    sessions.values().forEach(one -> rows.add(new Run.SessionRow(one.number(), one.client())));
    return new Run(
        tables, locks, session.work(), clock.instant(), session.number(), rows, parameters);
  }

  Locks locks() {
    return locks;
  }

  Gate gate() {
    return gate;
  }

  Pauses pauses() {
    return pauses;
  }

  Changes changes() {
    return changes;
  }

  StatementCache statements() {
    return statements;
  }
}
