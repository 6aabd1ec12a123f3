package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of a pool, so that they can be aborted. Thread safe. */
final class HeldConnections {
  private static final Logger LOG = LoggerFactory.getLogger(HeldConnections.class);

  /** Guarded by itself. */
  private final Map<Connection, Holding> held = new WeakHashMap<>();

  /**
   * The facts about a connection.
   *
   * @param place position of its server in the list of servers
   * @param lease under which its transactions change something outside the database
   */
  record Holding(int place, Lease lease) {}

  void hold(Connection connection, int place, Lease lease) {
    synchronized (held) {
      held.put(connection, new Holding(place, lease));
    }
  }

  /** The same for a connection that may have been aborted meanwhile, and then stays aborted. */
  void under(Connection connection, Lease lease) {
    synchronized (held) {
      held.computeIfPresent(connection, (_, before) -> new Holding(before.place(), lease));
    }
  }

  /** None of a connection that was broken off. */
  Lease lease(Connection connection) {
    synchronized (held) {
      Holding holding = held.get(connection);
      return holding == null ? Lease.none() : holding.lease();
    }
  }

  /** Breaks one off; without a farewell, which a server that hangs would be waited for with. */
  void breakOff(Connection connection) {
    synchronized (held) {
      held.remove(connection);
    }
    abort(connection);
  }

  /** Breaks off those: statements that wait for an answer fail at once. */
  void breakOff(Predicate<Holding> which) {
    List<Connection> left = new ArrayList<>();
    synchronized (held) {
      held.forEach(
          (connection, holding) -> {
            if (which.test(holding)) {
              left.add(connection);
            }
          });
      held.keySet().removeAll(left);
    }
    left.forEach(HeldConnections::abort);
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException gone) {
      LOG.debug("a connection that is broken off is gone already: {}", gone.toString());
    }
  }
}
