package org.bora.simulation.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** With one thread at a time the seed determines everything. */
class ReplayTest {
  private static final int SEEDS = 100;
  private static final int PROCESSES = 4;
  private static final int TRANSFERS = 8;
  private static final int ACCOUNTS = 3;

  /** The events of a run. */
  private record Run(List<String> trace, int deadlocks) {}

  @Test
  void theSameSeedGivesTheSameRunAndNoRunLosesAnything() throws Exception {
    int deadlocks = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Run run = run(seed);
      assertEquals(run, run(seed), "seed " + seed);
      deadlocks += run.deadlocks();
    }
    assertTrue(deadlocks > SEEDS, deadlocks + " deadlocks");
    assertNotEquals(run(1), run(2));
  }

  private static Run run(long seed) throws Exception {
    SeededTurns turns = new SeededTurns(seed);
    SimulatedDatabase database =
        new SimulatedDatabase(turns, () -> Instant.EPOCH, new SplittableRandom(seed));
    try (Connection connection = database.connect("bank").getConnection()) {
      for (int account = 0; account < ACCOUNTS; account++) {
        Sample.run(
            connection, "INSERT INTO sweep_turn (task, due_ms) VALUES ('" + account + "', 100)");
      }
      List<String> deadlocks = new ArrayList<>();
      turns.run(
          IntStream.range(0, PROCESSES)
              .<Runnable>mapToObj(number -> () -> transfers(database, seed, number, deadlocks))
              .toList());
      String sum = Sample.ask(connection, "SELECT SUM(due_ms) FROM sweep_turn");
      assertEquals("300", sum, "seed " + seed);
      return new Run(turns.trace(), deadlocks.size());
    }
  }

  private static void transfers(
      SimulatedDatabase database, long seed, int number, List<String> deadlocks) {
    SplittableRandom random = new SplittableRandom(seed * PROCESSES + number);
    try (Connection connection =
        database.connectForTransactions("process " + number).getConnection()) {
      for (int i = 0; i < TRANSFERS; i++) {
        try {
          add(connection, random.nextInt(ACCOUNTS), "- 1");
          add(connection, random.nextInt(ACCOUNTS), "+ 1");
          connection.commit();
        } catch (SQLException e) {
          assertEquals(1213, e.getErrorCode());
          deadlocks.add(e.getMessage());
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(Connection connection, int account, String amount) throws SQLException {
    Sample.run(
        connection,
        "UPDATE sweep_turn SET due_ms = due_ms " + amount + " WHERE task = '" + account + "'");
  }
}
