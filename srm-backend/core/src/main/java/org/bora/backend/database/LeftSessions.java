package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the database sessions of backends that were given up. Since locks are local to a server, it
 * only ends sessions on the connected server, with the same number and the same address. For one
 * thread.
 */
final class LeftSessions {
  private static final Logger LOG = LoggerFactory.getLogger(LeftSessions.class);

  /** A minute: no server keeps a silent session for longer (Database). */
  private static final int LOOKS_TO_FORGET = 150;

  private final PresenceTable table;
  private final Set<PresenceTable.Session> asked = new HashSet<>();
  private final Map<UUID, Integer> looks = new HashMap<>();

  LeftSessions(PresenceTable table) {
    this.table = table;
  }

  /** Ends the sessions on this server; to be called repeatedly. */
  void end(Connection connection) throws SQLException {
    Map<PresenceTable.Session, UUID> left = table.left(connection);
    looks.keySet().retainAll(left.values());
    asked.retainAll(left.keySet());
    if (left.isEmpty()) {
      return;
    }
    List<PresenceTable.Session> there = table.there(connection);
    int ended = 0;
    for (PresenceTable.Session session : there) {
      if (left.containsKey(session) && !asked.contains(session)) {
        ended += end(connection, session) ? 1 : 0;
        asked.add(session);
      }
    }
    if (ended > 0) {
      LOG.warn("{} database sessions of a backend that was given up were ended", ended);
    }
    for (UUID backend : new HashSet<>(left.values())) {
      if (looks.merge(backend, 1, Integer::sum) >= LOOKS_TO_FORGET) {
        table.forgetSessions(connection, backend);
      }
    }
  }

  private boolean end(Connection connection, PresenceTable.Session session) throws SQLException {
    try {
      table.end(connection, session);
      return true;
    } catch (SQLException refused) {
      if (PassingError.isOfConnection(refused)) {
        throw refused;
      }
      LOG.error(
          "the database session {} (from {}) of a backend that was given up cannot be ended, and"
              + " keeps its locks for up to a minute: {}. Let all backends use the same"
              + " database.user, or grant that user CONNECTION ADMIN",
          session.id(),
          session.client(),
          refused.getMessage());
      return false;
    }
  }
}
