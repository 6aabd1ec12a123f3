package org.bora.simulation.sql;

import static org.bora.simulation.sql.Sample.aside;
import static org.bora.simulation.sql.Sample.refused;
import static org.bora.simulation.sql.Sample.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Dead processes, failovers of the server, and lost answers. */
class ServerLossTest {
  private static final String TURNS = "SELECT due_ms FROM sweep_turn";

  private final Sample sample = new Sample(1);

  private static void insert(Connection connection) throws SQLException {
    run(connection, "INSERT INTO sweep_turn (task, due_ms) VALUES ('a', 1)");
  }

  @Test
  void whatADeadProcessHadInHandIsUndoneAndItsRowsAreFree() throws Exception {
    try (Connection dead = sample.transactions("dead");
        Connection other = sample.transactions("other")) {
      insert(dead);
      CompletableFuture<SQLException> waits = aside(() -> insert(other));
      sample.awaitWaiting(1);
      sample.database.crash("dead");
      assertNull(refused(waits));
      assertThrows(SQLRecoverableException.class, () -> run(dead, TURNS));
      assertEquals(1, sample.database.openSessions());
    }
  }

  @Test
  void aDeadProcessWaitsForNothing() throws Exception {
    try (Connection one = sample.transactions("one");
        Connection dead = sample.transactions("dead")) {
      insert(one);
      CompletableFuture<SQLException> waits = aside(() -> insert(dead));
      sample.awaitWaiting(1);
      sample.database.crash("dead");
      assertInstanceOf(SQLRecoverableException.class, refused(waits));
      one.commit();
      assertEquals("1", sample.committed(TURNS));
    }
  }

  @Test
  void aFailoverEndsAllSessionsAndKeepsWhatWasCommitted() throws SQLException {
    Connection one = sample.transactions("one");
    insert(one);
    one.commit();
    run(one, "DELETE FROM sweep_turn");
    sample.database.failover();
    assertFalse(one.isClosed(), "nobody has told the client");
    assertFalse(one.isValid(1));
    assertThrows(SQLRecoverableException.class, one::commit);
    assertTrue(one.isClosed());
    assertEquals("1", sample.committed(TURNS));
  }

  @Test
  void aCommitThatAFailoverMeetsMayHaveBeenOne() throws SQLException {
    Set<String> kept = new HashSet<>();
    for (int seed = 0; seed < 10; seed++) {
      Sample some = new Sample(seed);
      Connection one = some.transactions("one");
      insert(one);
      some.beforeCommit.set(some.database::failover);
      SQLException lost = assertThrows(SQLRecoverableException.class, one::commit);
      assertEquals("08S01", lost.getSQLState());
      kept.add(some.committed(TURNS));
    }
    assertEquals(Set.of("", "1"), kept);
  }

  @Test
  void aCommitWhoseAnswerIsLostIsOne() throws SQLException {
    Connection one = sample.transactions("one");
    insert(one);
    sample.database.loseAnswerOfNextCommit("one");
    assertThrows(SQLRecoverableException.class, () -> run(one, "COMMIT"));
    assertEquals("1", sample.committed(TURNS));
  }

  @Test
  void aDeadlockThatIsOrderedLeavesNothingOfTheTransaction() throws SQLException {
    try (Connection one = sample.transactions("one")) {
      insert(one);
      sample.database.deadlockNextStatement("one");
      SQLException refused = assertThrows(SQLException.class, () -> run(one, TURNS));
      assertEquals(1213, refused.getErrorCode());
      one.commit();
      assertEquals("", sample.committed(TURNS));
    }
  }

  @Test
  void aSessionEndsAnotherByItsNumber() throws SQLException {
    try (Connection one = sample.transactions("one");
        Connection other = sample.reads("other")) {
      insert(one);
      run(other, "KILL CONNECTION " + Sample.ask(one, "SELECT CONNECTION_ID()"));
      assertThrows(SQLRecoverableException.class, () -> run(one, TURNS));
      assertEquals("", sample.committed(TURNS));
    }
  }
}
