package org.bora.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session ends after it was granted a row, before its waiting thread continues. */
class GrantedRowTest {
  private final Scheduler scheduler = new Scheduler(Choices.seeded(1), Instant.EPOCH);
  private final SimulatedDatabase database =
      new SimulatedDatabase(
          new ScheduledPauses(scheduler), scheduler.clock(), new SplittableRandom(1));
  private final List<SQLException> refused = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"crash", "failover"})
  void aSessionThatEndsWritesNothingToTheRow(String how) {
    Consumer<SimulatedDatabase> end =
        how.equals("crash") ? it -> it.crash("waits") : SimulatedDatabase::failover;
    scheduler.run(
        () -> {
          try {
            endWhileGranted(end);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void endWhileGranted(Consumer<SimulatedDatabase> end) throws SQLException {
    Connection one = database.connectForTransactions("one").getConnection();
    change(one, "INSERT INTO sweep_turn (task, due_ms) VALUES ('a', 7)");
    one.commit();
    change(one, "UPDATE sweep_turn SET due_ms = due_ms + 1 WHERE task = 'a'");
    scheduler.start("waits", "waits", this::addMuch);
    scheduler.sleep(Duration.ofSeconds(1));
    one.commit();
    end.accept(database);
    scheduler.sleep(Duration.ofSeconds(1));
    assertEquals(1, refused.size());
    assertInstanceOf(SQLRecoverableException.class, refused.getFirst());
    try (Connection other = database.connect("other").getConnection()) {
      change(other, "UPDATE sweep_turn SET due_ms = due_ms + 1 WHERE task = 'a'");
      assertEquals(9, due(other));
    }
  }

  private void addMuch() {
    refused.add(
        assertThrows(
            SQLException.class,
            () -> {
              Connection connection = database.connectForTransactions("waits").getConnection();
              change(connection, "UPDATE sweep_turn SET due_ms = due_ms + 100 WHERE task = 'a'");
            }));
  }

  private static void change(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long due(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT due_ms FROM sweep_turn")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
