package org.bora.simulation.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.sql.lock.Work;
import org.bora.simulation.sql.query.SessionStatement;
import org.bora.simulation.sql.query.Statement;
import org.bora.simulation.sql.query.Statement.Outcome;
import org.bora.simulation.sql.store.Refusal;

/** One connection as the server sees it. It is for one thread, but any other thread may end it. */
final class Session {
  private final SimulatedDatabase database;
  private final long number;
  private final String process;

  /** The thread that has opened the connection. */
  private final Thread thread = Thread.currentThread();

  private boolean autoCommit;
  private Work work;
  private boolean committing;
  private boolean ended;

  /** Whether the client knows that the session has ended: it has closed it, or got an error. */
  private volatile boolean known;

  Session(SimulatedDatabase database, long number, String process, boolean autoCommit) {
    this.database = database;
    this.number = number;
    this.process = process;
    this.autoCommit = autoCommit;
  }

  long number() {
    return number;
  }

  String process() {
    return process;
  }

  boolean isOf(Thread opener) {
    return thread.equals(opener);
  }

  /** The client's address in a list of sessions. */
  String client() {
    return process + ":" + number;
  }

  boolean isCommitting() {
    return committing;
  }

  Work work() {
    return work;
  }

  boolean isAutoCommit() {
    return autoCommit;
  }

  /** Sets auto-commit. An open transaction is committed, as in JDBC. */
  void setAutoCommit(boolean wanted) throws SQLException {
    if (wanted != autoCommit) {
      commit();
      autoCommit = wanted;
    }
  }

  /** Whether the server answers a ping. */
  boolean answers() {
    return database.gate().ask(() -> !ended);
  }

  /** Whether the driver knows, without asking, that the session has ended. */
  boolean isKnownToBeEnded() {
    return known;
  }

  /**
   * Runs the statements of a text one after the other, until one is refused.
   *
   * @return the results
   */
  List<Outcome> execute(String sql, List<Object> parameters) throws SQLException {
    try {
      List<Outcome> outcomes = new ArrayList<>();
      for (Statement statement : database.gate().ask(() -> database.statements().read(sql))) {
        outcomes.add(execute(sql, statement, parameters));
      }
      return outcomes;
    } catch (Refusal refusal) {
      throw told(refusal);
    }
  }

  private SQLException told(Refusal refusal) {
    known |= refusal.kind() == Refusal.Kind.CONNECTION_LOST;
    return SqlErrors.of(refusal);
  }

  private Outcome execute(String sql, Statement statement, List<Object> parameters) {
    if (statement instanceof SessionStatement of) {
      switch (of.kind()) {
        case COMMIT -> commitNow();
        case ROLLBACK -> rollbackNow();
        case KILL -> killed(of.session());
        case NOTHING -> {
          // nothing to be done
        }
      }
      return new Outcome(null, 0);
    }
    database.pauses().before(process, sql);
    return database.gate().ask(() -> executeInside(statement, parameters));
  }

  private void killed(long session) {
    database
        .gate()
        .inside(
            () -> {
              checkOpen();
              database.kill(session);
            });
  }

  private Outcome executeInside(Statement statement, List<Object> parameters) {
    checkOpen();
    if (work == null || work.isOver()) {
      work = new Work(client());
    }
    int mark = work.mark();
    try {
      if (!autoCommit && database.isDeadlocked(process)) {
        database.locks().kill(work, Refusal.deadlock());
        throw Refusal.deadlock();
      }
      Outcome outcome = statement.run(database.run(this, parameters));
      if (autoCommit) {
        endWork(true, work.hasChanges());
      }
      return outcome;
    } catch (RuntimeException e) {
      if (work != null && !work.isOver()) {
        work.undoTo(mark);
        if (autoCommit) {
          endWork(false);
        }
      }
      throw e;
    }
  }

  void commit() throws SQLException {
    try {
      commitNow();
    } catch (Refusal refusal) {
      throw told(refusal);
    }
  }

  private void commitNow() {
    committing = true;
    try {
      database.pauses().before(process, "COMMIT");
      database
          .gate()
          .inside(
              () -> {
                checkOpen();
                endWork(true, true);
              });
    } finally {
      committing = false;
    }
  }

  void rollback() throws SQLException {
    try {
      rollbackNow();
    } catch (Refusal refusal) {
      throw told(refusal);
    }
  }

  private void rollbackNow() {
    database
        .gate()
        .inside(
            () -> {
              checkOpen();
              endWork(false, false);
            });
  }

  /**
   * Ends the transaction.
   *
   * @param answerMayBeLost whether this is a commit whose answer may be lost by order
   */
  private void endWork(boolean commit, boolean answerMayBeLost) {
    endWork(commit);
    if (answerMayBeLost && database.losesAnswer(process)) {
      end(false);
      throw lost();
    }
  }

  private void endWork(boolean commit) {
    if (work != null) {
      if (commit && !work.isOver()) {
        work.tell(database.changes());
      }
      database.locks().end(work, commit);
      work = null;
    }
  }

  /** Ends the session, on any thread; inside the gate. */
  void end(boolean committed) {
    if (ended) {
      return;
    }
    ended = true;
    database.forget(this);
    if (work != null && committed) {
      database.locks().end(work, true); // on another thread, without notice
      work = null;
    } else if (work != null) {
      database.locks().kill(work, lost());
    }
  }

  /** The client has closed the session. */
  void close() {
    known = true;
    database.gate().inside(() -> end(false));
  }

  private void checkOpen() {
    if (ended) {
      throw lost();
    }
  }

  private static Refusal lost() {
    return new Refusal(Refusal.Kind.CONNECTION_LOST, "Communications link failure");
  }
}
