package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What is told without waiting for an answer, on whatever database a subclass names. */
abstract class DialogueSuite {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final SecureRandom random = new SecureRandom();
  private final RequestTable requests = new RequestTable();
  private final RequestHead one = head();
  private final RequestHead two = head();

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
    transactions = new Transactions(database, pause -> {}, random);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private RequestHead head() {
    RequestOwner owner = new RequestOwner("/CN=Alice", Optional.empty(), Optional.of("vo"));
    return new RequestHead(
        RequestToken.create(NOW, random), RequestKind.PUT, owner, "", NOW, NOW, NOW, false);
  }

  private long rows() {
    return transactions.read(DialogueSuite::rows);
  }

  private static long rows(JdbcClient sql) {
    return sql.sql("SELECT COUNT(*) FROM request").query(Long.class).single();
  }

  @Test
  void whatIsToldIsCommitted() {
    assertEquals("told", tellTwo());
    assertEquals(2, rows());
  }

  private String tellTwo() {
    return transactions.talk(
        dialogue -> {
          requests.insertNew(dialogue, one);
          requests.insertNew(dialogue, two);
          return "told";
        });
  }

  @Test
  void aQuestionIsAskedAfterWhatWasToldBeforeIt() {
    List<Long> seen =
        transactions.talk(
            dialogue -> {
              long before = rows(dialogue.ask());
              requests.insertNew(dialogue, one);
              requests.insertNew(dialogue, two);
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
                  requests.insertNew(dialogue, one);
                  requests.insertNew(dialogue, one);
                  requests.insertNew(dialogue, two);
                  return "told";
                }));
    assertEquals(0, rows());
    assertEquals("told", tellTwo());
    assertEquals(2, rows(), "the connection is none the worse");
  }

  @Test
  void whatIsToldBeforeAnExceptionIsForgotten() {
    assertThrows(
        IllegalStateException.class,
        () ->
            transactions.talk(
                dialogue -> {
                  requests.insertNew(dialogue, one);
                  dialogue.ask();
                  requests.insertNew(dialogue, two);
                  throw new IllegalStateException("changed its mind");
                }));
    assertEquals(0, rows());
  }

  @Test
  void moreThanFitsOneExchangeGoesInSeveral() {
    transactions.talk(
        dialogue -> {
          for (int row = 0; row < 1_200; row++) {
            requests.insertNew(dialogue, head());
          }
          return dialogue;
        });
    assertEquals(1_200, rows());
  }

  @Test
  void aConnectionThatIsLostIsReplaced() {
    AtomicInteger attempts = new AtomicInteger();
    transactions.talk(
        dialogue -> {
          if (attempts.incrementAndGet() == 1) {
            kill(connectionId(dialogue.ask()));
          }
          requests.insertNew(dialogue, one);
          return dialogue;
        });
    assertEquals(2, attempts.get());
    assertEquals(1, rows());
  }

  /** As a node of a cluster answers that has lost the others: it is alive, and rolls back. */
  @Test
  void aServerThatRefusesAsIfTheConnectionWereLostIsLeft() {
    List<Long> connections = new ArrayList<>();
    List<Boolean> doubts = new ArrayList<>();
    transactions.talk(
        dialogue -> {
          connections.add(connectionId(dialogue.ask()));
          doubts.add(dialogue.isPerhapsDone());
          if (connections.size() == 1) {
            dialogue.tell("SIGNAL SQLSTATE '08S01' SET MYSQL_ERRNO = 1047", List.of());
          }
          requests.insertNew(dialogue, one);
          return dialogue;
        });
    assertEquals(2, connections.size());
    assertNotEquals(connections.getFirst(), connections.getLast());
    assertEquals(List.of(false, true), doubts);
    assertEquals(1, rows());
  }

  @Test
  void afterADeadlockNothingOfTheAttemptIsLeft() {
    List<Boolean> doubts = new ArrayList<>();
    transactions.talk(
        dialogue -> {
          requests.insertNew(dialogue, one);
          doubts.add(dialogue.isPerhapsDone());
          if (doubts.size() == 1) {
            dialogue.tell("SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213", List.of());
          }
          return dialogue;
        });
    assertEquals(List.of(false, false), doubts);
    assertEquals(1, rows());
  }

  @Test
  void afterARefusalThatSomebodyTookForHarmlessNothingIsCommitted() {
    assertThrows(
        IllegalStateException.class,
        () ->
            transactions.talk(
                dialogue -> {
                  requests.insertNew(dialogue, one);
                  dialogue.tell("INSERT INTO no_such_table VALUES (1)", List.of());
                  assertThrows(DataAccessException.class, dialogue::ask);
                  assertThrows(IllegalStateException.class, dialogue::ask);
                  assertThrows(
                      IllegalStateException.class, () -> requests.insertNew(dialogue, two));
                  return dialogue;
                }));
    assertEquals(0, rows());
    assertEquals("told", tellTwo());
  }

  private static long connectionId(JdbcClient sql) {
    return sql.sql("SELECT CONNECTION_ID()").query(Long.class).single();
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
