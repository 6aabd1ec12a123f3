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
 * A database server with the schema of this release, in memory. It works on the thread of its
 * caller. What the servers leave open, chance decides: who gets a row for which several wait, which
 * transaction of a deadlock is rolled back, and whether a commit that a failover interrupted was
 * one. docs/reference/simulated-database.md tells what is not simulated.
 *
 * <p>Thread safe: with a scheduler of its own one thread at a time, with real threads one statement
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

  /** By number, of those that are open. */
  private final NavigableMap<Long, Session> sessions = new TreeMap<>();

  private final Set<String> losingAnswer = new HashSet<>();
  private final Set<String> deadlocked = new HashSet<>();
  private long lastSession;
  private Changes changes = _ -> {};

  /**
   * Starts with empty tables.
   *
   * @param pauses where others work
   * @param clock what the server takes for the time
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

  /** Has each change of a row told; before the first session. */
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

  /** Connections of a process; auto-commit ones, until the caller asks for others. */
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

  /** The process is gone: its connections are closed, and what they had not committed is undone. */
  public void crash(String process) {
    endAll(session -> session.process().equals(process));
  }

  /**
   * Another server takes over: all connections are lost. A commit that was under way may have been
   * one; everything that was answered is kept.
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

  /** The next commit of the process is one, but its connection is lost before the answer. */
  public void loseAnswerOfNextCommit(String process) {
    gate.inside(() -> losingAnswer.add(process));
  }

  /** The next statement of a transaction of the process is the victim of a deadlock. */
  public void deadlockNextStatement(String process) {
    gate.inside(() -> deadlocked.add(process));
  }

  /** Of those who are connected, as the server numbers them. */
  public int openSessions() {
    return gate.ask(sessions::size);
  }

  /** The same of one process. */
  public long openSessions(String process) {
    return count(session -> session.process().equals(process));
  }

  /** Of those that a thread has opened. */
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
