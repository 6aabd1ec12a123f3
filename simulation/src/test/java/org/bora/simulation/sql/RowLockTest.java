package org.bora.simulation.sql;

import static org.bora.simulation.sql.Sample.aside;
import static org.bora.simulation.sql.Sample.ask;
import static org.bora.simulation.sql.Sample.refused;
import static org.bora.simulation.sql.Sample.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which transaction waits for which, and which one continues. */
class RowLockTest {
  private static final String LOCK = "SELECT due_ms FROM sweep_turn WHERE task = ";

  private static Sample filled(long seed) throws SQLException {
    Sample sample = new Sample(seed);
    try (Connection connection = sample.reads("fills")) {
      run(connection, "INSERT INTO sweep_turn (task, due_ms) VALUES ('a', 1), ('b', 2)");
    }
    return sample;
  }

  private static String locked(Connection connection, String task) throws SQLException {
    return ask(connection, LOCK + "'" + task + "' FOR UPDATE");
  }

  @Test
  void whoWaitsForARowSeesWhatBecameOfIt() throws Exception {
    Sample sample = filled(1);
    try (Connection one = sample.transactions("one");
        Connection other = sample.transactions("other")) {
      run(one, "UPDATE sweep_turn SET due_ms = 7 WHERE task = 'a'");
      CompletableFuture<SQLException> waits = aside(() -> assertEquals("7", locked(other, "a")));
      sample.awaitWaiting(1);
      one.commit();
      assertNull(refused(waits));
    }
  }

  @Test
  void aRowThatDoesNotMatchAnyMoreIsNotTaken() throws Exception {
    Sample sample = filled(1);
    try (Connection one = sample.transactions("one");
        Connection other = sample.transactions("other")) {
      run(one, "UPDATE sweep_turn SET due_ms = 7 WHERE task = 'a'");
      CompletableFuture<SQLException> waits =
          aside(
              () ->
                  assertEquals(0, run(other, "UPDATE sweep_turn SET due_ms = 9 WHERE due_ms = 1")));
      sample.awaitWaiting(1);
      one.commit();
      assertNull(refused(waits));
      assertEquals("7", locked(one, "a"), "given back");
    }
  }

  @Test
  void whoPassesOverLockedRowsDoesNotWait() throws Exception {
    Sample sample = filled(1);
    try (Connection one = sample.transactions("one");
        Connection other = sample.transactions("other")) {
      locked(one, "a");
      String next = "SELECT task FROM sweep_turn ORDER BY due_ms LIMIT 1 FOR UPDATE SKIP LOCKED";
      assertEquals("b", ask(other, next));
      assertEquals("", ask(sample.transactions("third"), next));
    }
  }

  @Test
  void aKeyThatIsBeingWrittenIsWaitedFor() throws Exception {
    Sample sample = filled(1);
    String insert = "INSERT INTO sweep_turn (task, due_ms) VALUES ('c', 3)";
    for (boolean commits : new boolean[] {false, true}) {
      try (Connection one = sample.transactions("one");
          Connection other = sample.transactions("other")) {
        run(one, insert);
        CompletableFuture<SQLException> waits = aside(() -> run(other, insert));
        sample.awaitWaiting(1);
        if (commits) {
          one.commit();
          assertEquals(1062, refused(waits).getErrorCode());
        } else {
          one.rollback();
          assertNull(refused(waits));
        }
      }
    }
  }

  @Test
  void aParentIsNotDeletedUnderItsNewChild() throws Exception {
    Sample sample = new Sample(1);
    try (Connection one = sample.transactions("one");
        Connection other = sample.transactions("other")) {
      run(
          one,
          "INSERT INTO request (id, kind, owner_dn, description, created_ms, deadline_ms, ends_ms)"
              + " VALUES ('r', 'PUT', 'alice', '', 1, 2, 3)");
      one.commit();
      run(
          one,
          "INSERT INTO space_request (request_id, space_id, code, explanation, total, guaranteed,"
              + " lifetime_s) VALUES ('r', 's', 'SUCCESS', '', 1, 1, 1)");
      CompletableFuture<SQLException> waits = aside(() -> run(other, "DELETE FROM request"));
      sample.awaitWaiting(1);
      one.commit();
      assertNull(refused(waits));
      other.commit();
      assertEquals("0", sample.committed("SELECT COUNT(*) FROM space_request"), "deleted with it");
    }
  }

  @Test
  void oneOfADeadlockIsRolledBackWhicheverAndTheOtherGoesOn() throws Exception {
    Set<Boolean> firstWasVictim = new HashSet<>();
    for (int seed = 0; seed < 10; seed++) {
      Sample sample = filled(seed);
      try (Connection one = sample.transactions("one");
          Connection other = sample.transactions("other")) {
        run(one, "UPDATE sweep_turn SET due_ms = 10 WHERE task = 'a'");
        run(other, "UPDATE sweep_turn SET due_ms = 20 WHERE task = 'b'");
        CompletableFuture<SQLException> first =
            aside(() -> run(one, "UPDATE sweep_turn SET due_ms = 10 WHERE task = 'b'"));
        sample.awaitWaiting(1);
        CompletableFuture<SQLException> second =
            aside(() -> run(other, "UPDATE sweep_turn SET due_ms = 20 WHERE task = 'a'"));
        SQLException firstRefused = refused(first);
        SQLException secondRefused = refused(second);
        boolean victim = firstRefused != null;
        SQLException deadlock = victim ? firstRefused : secondRefused;
        assertEquals(1213, deadlock.getErrorCode());
        assertEquals("40001", deadlock.getSQLState());
        assertNull(victim ? secondRefused : firstRefused);
        one.commit();
        other.commit();
        String all = sample.committed("SELECT due_ms FROM sweep_turn ORDER BY task");
        assertEquals(victim ? "20 20" : "10 10", all);
        firstWasVictim.add(victim);
      }
    }
    assertEquals(2, firstWasVictim.size(), "chance decides");
  }

  @Test
  void aWaitThatTakesTooLongFailsAlone() throws Exception {
    Sample sample = filled(1);
    try (Connection one = sample.transactions("one");
        Connection other = sample.transactions("other")) {
      locked(one, "a");
      run(other, "UPDATE sweep_turn SET due_ms = 9 WHERE task = 'b'");
      sample.impatient = true;
      SQLException late = assertThrows(SQLException.class, () -> locked(other, "a"));
      assertEquals(1205, late.getErrorCode());
      other.commit();
      assertEquals("1 9", sample.committed("SELECT due_ms FROM sweep_turn ORDER BY task"));
    }
  }

  @Test
  void aRowGoesToAnyOfThoseWhoWaitAndWithTheSameSeedToTheSame() throws Exception {
    Set<List<String>> orders = new HashSet<>();
    for (int seed = 0; seed < 8; seed++) {
      List<String> order = order(seed);
      assertEquals(order, order(seed));
      orders.add(order);
    }
    assertTrue(orders.size() > 1, orders.toString());
  }

  /** The order in which three transactions get a row that they request one after the other. */
  private static List<String> order(long seed) throws Exception {
    Sample sample = filled(seed);
    List<String> order = new ArrayList<>();
    List<CompletableFuture<SQLException>> all = new ArrayList<>();
    try (Connection one = sample.transactions("holds")) {
      locked(one, "a");
      for (String name : List.of("x", "y", "z")) {
        Connection connection = sample.transactions(name);
        all.add(
            aside(
                () -> {
                  locked(connection, "a");
                  order.add(name); // only the holder of the row gets here
                  connection.close();
                }));
        sample.awaitWaiting(all.size());
      }
      one.rollback();
      for (CompletableFuture<SQLException> work : all) {
        assertNull(refused(work));
      }
    }
    return order;
  }
}
