package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Backends of one database, whose rounds and clocks the test sets. */
@Timeout(120)
abstract class MembershipSuite {
  private static final PresenceTable TABLE = new PresenceTable();

  private DatabaseSettings settings;

  @BeforeEach
  void schema(Schemas schemas) {
    settings = schemas.migrated();
  }

  private Member member(String name) throws SQLException {
    return new Member(settings, name);
  }

  private static void assertEnded(Connection session) {
    assertThrows(SQLException.class, session::commit);
  }

  @Test
  void aSilentBackendIsGivenUpAtTheSeventhLookAndNotBefore() throws SQLException {
    try (Member one = member("one");
        Member other = member("other");
        Connection session = one.locking()) {
      other.rounds(Membership.LOOKS_OF_SILENCE - 1);
      assertEquals(2, TABLE.stays(other.connection()).size());
      one.rounds(1);
      other.rounds(Membership.LOOKS_OF_SILENCE);
      assertEquals(2, TABLE.stays(other.connection()).size(), "a beat is enough");
      other.rounds(1);
      assertEquals(1, TABLE.stays(other.connection()).size());
      assertEquals(1, other.insert());
      assertEnded(session);
    }
  }

  @Test
  void roundsThatAreTriedAgainAtOnceAreNoLooks() throws SQLException {
    try (Member one = member("one");
        Member other = member("other")) {
      other.rounds(Membership.LOOKS_OF_SILENCE - 1);
      other.roundsAtOnce(3 * Membership.LOOKS_OF_SILENCE);
      assertEquals(2, TABLE.stays(other.connection()).size());
      one.rounds(1);
    }
  }

  @Test
  void aBackendThatWasGivenUpComesBackByItselfWithSessionsOfItsOwn() throws SQLException {
    try (Member one = member("one");
        Member other = member("other")) {
      Connection session = one.locking();
      Lease before = one.lease(session);
      assertTrue(before.holds());
      other.rounds(Membership.LOOKS_OF_SILENCE + 1);
      one.rounds(1);
      assertFalse(before.holds(), "its lock is free, whatever the clock says");
      assertEnded(session);
      other.rounds(2 * Membership.LOOKS_OF_SILENCE);
      one.rounds(1);
      AtomicInteger attempts = new AtomicInteger();
      one.transactions()
          .run(
              _ -> {
                assertTrue(OpenTransaction.holdsItsLocks());
                return attempts.incrementAndGet();
              });
      assertEquals(1, attempts.get());
    }
  }

  @Test
  void aDecisionThatComesLateMeetsNoSessionOfTheReturned() throws SQLException {
    try (Member one = member("one");
        Connection looking = Database.connect(settings)) {
      Map.Entry<UUID, PresenceTable.Stay> seen = TABLE.stays(looking).entrySet().iterator().next();
      assertTrue(TABLE.giveUp(looking, seen.getKey(), seen.getValue().beats()));
      one.rounds(1); // it is back before the one that gave it up goes on to end its sessions
      try (Connection session = one.locking()) {
        assertTrue(one.lease(session).holds());
        new LeftSessions(TABLE).end(looking);
        session.commit();
      }
    }
  }

  @Test
  void aBeatAfterTheLookKeepsTheBackend() throws SQLException {
    try (Member one = member("one");
        Connection looking = Database.connect(settings)) {
      Map.Entry<UUID, PresenceTable.Stay> seen = TABLE.stays(looking).entrySet().iterator().next();
      one.rounds(1);
      assertFalse(TABLE.giveUp(looking, seen.getKey(), seen.getValue().beats()));
      try (Connection session = one.locking()) {
        one.pass(Membership.LEASE);
        assertFalse(one.lease(session).holds());
        one.rounds(1);
        assertTrue(one.lease(session).holds(), "no other backend has given it up meanwhile");
        session.commit();
      }
    }
  }

  @Test
  void aThirdBackendEndsTheSessionsWhereTheOneThatGaveItUpDiedOverIt() throws SQLException {
    try (Member one = member("one");
        Connection session = one.locking();
        Member third = member("third");
        Connection looking = Database.connect(settings)) {
      for (Map.Entry<UUID, PresenceTable.Stay> seen : TABLE.stays(looking).entrySet()) {
        if (seen.getValue().name().equals("one")) {
          assertTrue(TABLE.giveUp(looking, seen.getKey(), seen.getValue().beats()));
        }
      }
      third.rounds(1);
      assertEquals(1, third.insert());
      assertEnded(session);
    }
  }

  @Test
  void aStayThatWasGivenUpEntersNoSession() throws SQLException {
    try (Member one = member("one");
        Member other = member("other");
        Connection late = Database.connect(settings)) {
      other.rounds(Membership.LOOKS_OF_SILENCE + 1);
      assertThrows(SQLException.class, () -> one.begin(late));
      one.rounds(1);
      assertTrue(one.begin(late).holds());
    }
  }

  @Test
  void aSessionThatWasGivenTheSameNumberByAnotherServerIsLeftAlone() throws SQLException {
    try (Member other = member("other");
        Connection session = Database.connect(settings);
        Statement statement = other.connection().createStatement()) {
      UUID gone = new UUID(0, 1);
      TABLE.enter(other.connection(), gone, "gone");
      assertTrue(TABLE.join(session, gone));
      statement.execute(
          "UPDATE backend_session SET client = 'elsewhere:1' WHERE backend = x'"
              + gone.toString().replace("-", "")
              + "'");
      assertTrue(TABLE.giveUp(other.connection(), gone, 1));
      other.rounds(1);
      Member.insert(session);
    }
  }

  @Test
  void rowsOfSessionsThatEndedAreForgotten() throws SQLException {
    try (Member one = member("one")) {
      long ended;
      long given;
      try (Connection session = Database.connect(settings);
          Connection another = Database.connect(settings);
          Member vanished = member("vanished")) {
        assertTrue(one.begin(session).holds());
        assertTrue(vanished.begin(another).holds());
        ended = number(session, "CONNECTION_ID()");
        given = number(another, "CONNECTION_ID()");
      }
      String rows =
          "(SELECT COUNT(*) FROM backend_session WHERE session_id IN ("
              + ended
              + ","
              + given
              + "))";
      assertEquals(2, number(one.connection(), rows));
      one.rounds(400); // a minute and more of looks
      assertEquals(0, number(one.connection(), rows));
    }
  }

  @Test
  void aBackendThatLeavesIsNotGivenUp() throws SQLException {
    try (Member one = member("one");
        Member other = member("other")) {
      one.leave();
      assertEquals(1, TABLE.stays(other.connection()).size());
      try (Connection session = one.locking()) {
        assertTrue(one.lease(session).holds());
        other.rounds(2 * Membership.LOOKS_OF_SILENCE);
        session.commit();
      }
    }
  }

  private static long number(Connection through, String what) throws SQLException {
    try (Statement statement = through.createStatement();
        ResultSet rows = statement.executeQuery("SELECT " + what)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
