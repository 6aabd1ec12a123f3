package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What is told without waiting for an answer, on whatever database a subclass names. */
abstract class DialogueSuite {
  private static final String INSERT = "INSERT INTO sweep_turn (task, due_ms) VALUES (?, ?)";

  private DatabaseSettings settings;
  private Database database;
  private Transactions transactions;

  /** One connection of each kind: what one transaction leaves behind the next one finds. */
  @BeforeEach
  void open(Schemas schemas) {
    DatabaseSettings all = schemas.migrated();
    settings =
        new DatabaseSettings(
            all.url(), all.user(), "", 1, 1, Duration.ofSeconds(5), Duration.ofMinutes(1));
    database = new Database(settings);
    transactions = new Transactions(database, pause -> {}, new SecureRandom());
  }

  @AfterEach
  void close() {
    database.close();
  }

  private long rows() {
    return transactions.read(DialogueSuite::rows);
  }

  private static long rows(JdbcClient sql) {
    return sql.sql("SELECT COUNT(*) FROM sweep_turn").query(Long.class).single();
  }

  @Test
  void whatIsToldIsCommitted() {
    String result =
        transactions.talk(
            dialogue -> {
              dialogue.tell(INSERT, List.of("one", 1));
              dialogue.tell(INSERT, List.of("two", 2));
              return "told";
            });
    assertEquals("told", result);
    assertEquals(2, rows());
  }

  @Test
  void aQuestionIsAskedAfterWhatWasToldBeforeIt() {
    List<Long> seen =
        transactions.talk(
            dialogue -> {
              long before = rows(dialogue.ask());
              dialogue.tell(INSERT, List.of("one", 1));
              dialogue.tell(INSERT, List.of("two", 2));
              return List.of(before, rows(dialogue.ask()));
            });
    assertEquals(List.of(0L, 2L), seen);
  }

  @Test
  void whereOneStatementIsRefusedNothingIsStored() {
    assertThrows(
        DuplicateKeyException.class,
        () ->
            transactions.talk(
                dialogue -> {
                  dialogue.tell(INSERT, List.of("one", 1));
                  dialogue.tell(INSERT, List.of("one", 2));
                  dialogue.tell(INSERT, List.of("two", 2));
                  return "told";
                }));
    assertEquals(0, rows());
    whatIsToldIsCommitted();
  }

  @Test
  void whatIsToldBeforeAnExceptionIsForgotten() {
    assertThrows(
        IllegalStateException.class,
        () ->
            transactions.talk(
                dialogue -> {
                  dialogue.tell(INSERT, List.of("one", 1));
                  dialogue.ask();
                  dialogue.tell(INSERT, List.of("two", 2));
                  throw new IllegalStateException("changed its mind");
                }));
    assertEquals(0, rows());
  }

  @Test
  void moreThanFitsOneExchangeGoesInSeveral() {
    transactions.talk(
        dialogue -> {
          for (int row = 0; row < 3_000; row++) {
            dialogue.tell(INSERT, List.of("task " + row, row));
          }
          return dialogue;
        });
    assertEquals(3_000, rows());
  }

  @Test
  void aConnectionThatIsLostIsReplaced() {
    AtomicInteger attempts = new AtomicInteger();
    transactions.talk(
        dialogue -> {
          if (attempts.incrementAndGet() == 1) {
            kill(dialogue.ask().sql("SELECT CONNECTION_ID()").query(Long.class).single());
          }
          dialogue.tell(INSERT, List.of("one", 1));
          return dialogue;
        });
    assertEquals(2, attempts.get());
    assertEquals(1, rows());
  }

  private void kill(long connection) {
    try (Connection other = DriverManager.getConnection(settings.url(), settings.user(), "");
        Statement statement = other.createStatement()) {
      statement.execute("KILL " + connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
