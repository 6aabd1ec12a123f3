package org.bora.simulation.sql;

import static org.bora.simulation.sql.Sample.ask;
import static org.bora.simulation.sql.Sample.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which versions transactions see, and what tables refuse: READ COMMITTED, strict mode. */
class VisibilityTest {
  private static final String TURNS = "SELECT due_ms FROM sweep_turn ORDER BY task";

  private final Sample sample = new Sample(1);
  private Connection one;

  @BeforeEach
  void connect() throws SQLException {
    one = sample.transactions("one");
    run(one, "INSERT INTO sweep_turn (task, due_ms) VALUES ('a', 1), ('b', 2)");
    one.commit();
  }

  @AfterEach
  void close() throws SQLException {
    one.close();
  }

  @Test
  void whatIsNotCommittedIsSeenByItsTransactionAlone() throws SQLException {
    run(one, "UPDATE sweep_turn SET due_ms = 7 WHERE task = 'a'");
    run(one, "DELETE FROM sweep_turn WHERE task = 'b'");
    run(one, "INSERT INTO sweep_turn (task, due_ms) VALUES ('c', 3)");
    assertEquals("7 3", ask(one, TURNS));
    assertEquals("1 2", sample.committed(TURNS));
    one.commit();
    assertEquals("7 3", sample.committed(TURNS));
  }

  @Test
  void aRollbackLeavesNothing() throws SQLException {
    run(one, "UPDATE sweep_turn SET due_ms = 7");
    run(one, "DELETE FROM sweep_turn WHERE task = 'b'");
    one.rollback();
    assertEquals("1 2", ask(one, TURNS));
  }

  @Test
  void aStatementThatIsRefusedLeavesWhatWasBeforeIt() throws SQLException {
    run(one, "UPDATE sweep_turn SET due_ms = 7 WHERE task = 'a'");
    SQLException refused =
        assertThrows(
            SQLIntegrityConstraintViolationException.class,
            () -> run(one, "INSERT INTO sweep_turn (task, due_ms) VALUES ('c', 3), ('b', 9)"));
    assertEquals(1062, refused.getErrorCode());
    assertEquals("7 2", ask(one, TURNS));
    one.commit();
    assertEquals("7 2", sample.committed(TURNS));
  }

  @Test
  void statementsOfOneTextRunUntilOneIsRefused() throws SQLException {
    assertThrows(
        SQLException.class,
        () ->
            run(
                one,
                "UPDATE sweep_turn SET due_ms = 7 WHERE task = 'a';"
                    + " INSERT INTO sweep_turn (task, due_ms) VALUES ('b', 9); COMMIT"));
    assertEquals("1 2", sample.committed(TURNS));
    assertEquals("7 2", ask(one, TURNS));
  }

  @Test
  void theKeyOfAnActivePutIsUniqueAndThatOfAnotherIsFree() throws SQLException {
    run(
        one,
        "INSERT INTO request (id, kind, owner_dn, description, created_ms, deadline_ms, ends_ms)"
            + " VALUES ('r', 'PUT', 'alice', '', 1, 2, 3)");
    put("0", "SPACE_AVAILABLE");
    SQLException refused = assertThrows(SQLException.class, () -> put("1", "SPACE_AVAILABLE"));
    assertTrue(refused.getMessage().contains("put_file_active"), refused.getMessage());
    put("1", "STORED");
    run(one, "UPDATE put_file SET state = 'ABORTED' WHERE position = 0");
    put("2", "SPACE_AVAILABLE");
    run(one, "DELETE FROM request");
    assertEquals("0", ask(one, "SELECT COUNT(*) FROM put_file"));
  }

  private void put(String position, String state) throws SQLException {
    run(
        one,
        "INSERT INTO put_file (request_id, position, surl, name_key, state, explanation,"
            + " replace_old, created_ms, pin_until_ms) VALUES ('r', "
            + position
            + ", 's', 'name', '"
            + state
            + "', '', FALSE, 1, 2)");
  }

  @Test
  void aChildNeedsItsParentAndAColumnItsValue() {
    SQLException orphan = assertThrows(SQLException.class, () -> put("0", "STORED"));
    assertEquals(1452, orphan.getErrorCode());
    SQLException none =
        assertThrows(
            SQLException.class, () -> run(one, "UPDATE sweep_turn SET due_ms = NULL LIMIT 1"));
    assertEquals(1048, none.getErrorCode());
    SQLException large =
        assertThrows(
            SQLException.class,
            () -> run(one, "UPDATE sweep_turn SET due_ms = 9223372036854775807 + 1"));
    assertEquals(1690, large.getErrorCode());
  }

  @Test
  void theServerTellsTheTimeOfItsClock() throws SQLException {
    assertEquals(
        Long.toString(Sample.NOW.toEpochMilli() * 1000),
        ask(one, "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3))"));
  }

  @Test
  void rowsThatAreFoundAreCountedAsTheDriverCountsThem() throws SQLException {
    assertEquals(1, run(one, "UPDATE sweep_turn SET due_ms = 1 WHERE task = 'a'"), "as it was");
    assertEquals(0, run(one, "INSERT IGNORE INTO sweep_turn (task, due_ms) VALUES ('a', 5)"));
    assertEquals(2, run(one, "REPLACE INTO sweep_turn (task, due_ms) VALUES ('a', 5)"));
    String upsert =
        "INSERT INTO sweep_turn (task, due_ms) VALUES ('a', 6) ON DUPLICATE KEY UPDATE due_ms = ";
    assertEquals(2, run(one, upsert + "VALUES(due_ms)"));
    assertEquals(1, run(one, upsert + "due_ms"));
  }
}
