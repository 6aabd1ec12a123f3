package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassingErrorTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a deadlock, 40001, 1213, true, false",
    "a lock waited for too long, HY000, 1205, true, false",
    "a record that another node changed, HY000, 1020, true, false",
    "a statement that was interrupted, 70100, 1317, true, true",
    "a commit on a node without its cluster, HY000, 1180, true, true",
    "a node that is not ready, 08S01, 1047, true, true",
    "a connection that was killed, 70100, 1927, true, true",
    "a connection that was idle, HY000, 4031, true, true",
    "a table that finds no room, HY000, 1114, true, false",
    "a full disk, HY000, 1021, true, false",
    "a statement that is wrong, 42000, 1064, false, false",
  })
  void whatPassesIsToldFromWhatDoesNot(
      String what, String state, int number, boolean passes, boolean ofConnection) {
    SQLException told = new SQLException(what, state, number);
    Exception wrapped = new IllegalStateException("around it", new RuntimeException(told));
    assertEquals(passes, PassingError.isOne(wrapped), what);
    assertEquals(ofConnection, PassingError.isOfConnection(wrapped), what);
  }

  @Test
  void whatHasNoNumberIsKnownByItsClass() {
    assertEquals(true, PassingError.isOne(new SQLTransientConnectionException("none in time")));
    assertEquals(false, PassingError.isOne(new SQLIntegrityConstraintViolationException("twice")));
    assertEquals(false, PassingError.isOne(new NullPointerException()));
  }
}
