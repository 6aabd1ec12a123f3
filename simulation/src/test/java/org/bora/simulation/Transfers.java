package org.bora.simulation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;

/**
 * Three processes transfer amounts between rows of a simulated database. Meanwhile they are killed
 * and frozen, and the database fails over, loses answers and finds deadlocks.
 */
final class Transfers {
  private static final List<String> ROWS = List.of("a", "b", "c");
  private static final int WORKERS = 2;
  private static final int FAULTS = 20;
  static final long AMOUNT = 1_000;

  private final Choices choices;
  private final Scheduler scheduler;
  private final SimulatedDatabase database;
  private final boolean inTwoCommits;

  /** The running processes; a killed one is followed by one with another name. */
  private final List<String> processes = new ArrayList<>(List.of("one", "two", "three"));

  /** Number of transfers whose commit was requested; the next field counts those answered. */
  private int begun;

  private int answered;
  private int refused;

  Transfers(long seed, boolean inTwoCommits) {
    this.choices = Choices.seeded(seed);
    this.scheduler = new Scheduler(choices, Instant.parse("2026-11-20T12:00:00Z"));
    this.database =
        new SimulatedDatabase(
            new ScheduledPauses(scheduler), scheduler.clock(), new SplittableRandom(seed));
    this.inTwoCommits = inTwoCommits;
  }

  /** The final books, and the answers to the clients. */
  record Result(
      String trace, long sum, long transfers, int begun, int answered, int refused, long open) {}

  Result run() {
    long[] found = new long[3];
    scheduler.run(
        () -> {
          try {
            fill();
            processes.forEach(this::startWorkers);
            for (int i = 0; i < FAULTS; i++) {
              scheduler.sleep(Duration.ofMillis(1 + choices.below(400)));
              fault(choices.below(processes.size()));
            }
            processes.forEach(this::kill);
            found[0] = ask("SELECT SUM(due_ms) FROM sweep_turn WHERE task <> 'done'");
            found[1] = ask("SELECT due_ms FROM sweep_turn WHERE task = 'done'");
            found[2] = database.openSessions();
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
    return new Result(scheduler.trace(), found[0], found[1], begun, answered, refused, found[2]);
  }

  private void fill() throws SQLException {
    try (Connection connection = database.connect("fills").getConnection()) {
      for (String row : ROWS) {
        change(
            connection,
            "INSERT INTO sweep_turn (task, due_ms) VALUES ('%s', %d)".formatted(row, AMOUNT));
      }
      change(connection, "INSERT INTO sweep_turn (task, due_ms) VALUES ('done', 0)");
    }
  }

  private long ask(String sql) throws SQLException {
    try (Connection connection = database.connect("asks").getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void startWorkers(String process) {
    for (int i = 0; i < WORKERS; i++) {
      scheduler.start(process, "works", () -> work(process));
    }
  }

  private void work(String process) {
    while (true) {
      try (Connection connection = database.connectForTransactions(process).getConnection()) {
        while (true) {
          transfer(connection);
          answered++;
          scheduler.sleep(Duration.ofMillis(50));
        }
      } catch (SQLException e) {
        refused++;
        scheduler.note("refused: " + e.getMessage());
        scheduler.sleep(Duration.ofMillis(50));
      }
    }
  }

  private void transfer(Connection connection) throws SQLException {
    String add = "UPDATE sweep_turn SET due_ms = due_ms + %d WHERE task = '%s'";
    int from = choices.below(ROWS.size());
    int to = (from + 1 + choices.below(ROWS.size() - 1)) % ROWS.size();
    int amount = 1 + choices.below(9);
    change(connection, add.formatted(-amount, ROWS.get(from)));
    if (inTwoCommits) {
      connection.commit();
    }
    change(connection, add.formatted(amount, ROWS.get(to)));
    change(connection, add.formatted(1, "done"));
    begun++;
    connection.commit();
  }

  private static void change(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void fault(int at) {
    String process = processes.get(at);
    switch (choices.below(5)) {
      case 0 -> {
        kill(process);
        processes.set(at, process + "'");
        startWorkers(processes.get(at));
      }
      case 1 -> scheduler.freeze(process, Duration.ofSeconds(1 + choices.below(90)));
      case 2 -> database.failover();
      case 3 -> database.loseAnswerOfNextCommit(process);
      default -> database.deadlockNextStatement(process);
    }
  }

  private void kill(String process) {
    scheduler.kill(process);
    database.crash(process);
  }
}
