package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership of this backend among those of one database (docs/adr/0043): its stay, with a
 * heartbeat in each round, and its checks of the stays of others.
 *
 * <p>A stay without a heartbeat for seven checks is given up: its row is removed, on condition that
 * no heartbeat came meanwhile. From then on its heartbeats find no row, so it cannot renew its
 * {@link Lease}. Every backend that sees its registered sessions ends them, and with them their
 * locks. A backend that finds its stay given up begins a new one, with new sessions.
 *
 * <p>Rounds are for one thread at a time; {@link #begin} is thread safe.
 */
final class Membership {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

  /**
   * Shorter than the least time between the first and the last look at a silent stay, 2.45 s. The
   * rest is for clocks that do not run alike.
   */
  static final Duration LEASE = Duration.ofSeconds(2);

  static final int LOOKS_OF_SILENCE = 7;

  /** A round that comes sooner, for example an immediate repetition, does not count as a check. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(350);

  private static final int ROUNDS_BETWEEN_TIDYING = 150;

  private final Database database;
  private final String name;
  private final LongSupplier nanos;
  private final Runnable answered;
  private final PresenceTable table = new PresenceTable();
  private final SilentBackends others = new SilentBackends(LOOKS_OF_SILENCE);
  private final LeftSessions left = new LeftSessions(table);
  private final Map<UUID, String> lost = new HashMap<>();
  private volatile Optional<Stay> stay = Optional.empty();
  private int rounds;
  private long lastLook;

  private record Stay(UUID backend, Lease lease) {}

  /**
   * @param name for the logs of other backends: "the backend on ..."
   * @param nanos as {@link System#nanoTime}
   * @param answered is run when the database has answered a question
   */
  Membership(Database database, String name, LongSupplier nanos, Runnable answered) {
    this.database = Objects.requireNonNull(database, "database");
    this.name = Objects.requireNonNull(name, "name");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.answered = Objects.requireNonNull(answered, "answered");
    this.lastLook = nanos.getAsLong() - BETWEEN_LOOKS.toNanos();
  }

  /** A beat, and a look at the others. */
  void round(Connection connection) throws SQLException {
    Map<UUID, PresenceTable.Stay> all = table.stays(connection);
    answered.run(); // what follows waits for a commit: a slow disk is no silence
    beat(connection);
    UUID own = stay.orElseThrow().backend();
    all.remove(own);
    if (nanos.getAsLong() - lastLook >= BETWEEN_LOOKS.toNanos()) {
      lastLook = nanos.getAsLong();
      look(connection, all);
    }
    left.end(connection);
    if (++rounds % ROUNDS_BETWEEN_TIDYING == 0) {
      table.forgetEnded(connection, own);
    }
  }

  private void beat(Connection connection) throws SQLException {
    long asked = nanos.getAsLong();
    if (stay.isPresent() && table.beat(connection, stay.get().backend())) {
      stay.get().lease().renewed(asked);
    } else {
      enter(connection);
    }
  }

  /** A stay with a new identifier; decisions about the former one do not affect it. */
  private void enter(Connection connection) throws SQLException {
    UUID backend = UUID.randomUUID();
    long asked = nanos.getAsLong();
    table.enter(connection, backend, name);
    Optional<Stay> former = stay;
    stay = Optional.of(new Stay(backend, new Lease(backend, nanos, LEASE, asked)));
    if (former.isPresent()) {
      former.get().lease().lose();
      LOG.warn(
          "another backend has given this backend up, because its heartbeats in the database had"
              + " stopped: this process or its network hung. This backend is back with new sessions"
              + " and repeats its open transactions");
      database.breakOffLost();
    } else {
      database.known(this::begin);
    }
  }

  /** Enters a new connection for transactions, before it is used. */
  Lease begin(Connection session) throws SQLException {
    Stay now = stay.orElseThrow();
    if (!table.join(session, now.backend())) {
      throw new SQLTransientConnectionException(
          "the other backends took this backend for dead; it joins them again", "08001");
    }
    return now.lease();
  }

  private void look(Connection connection, Map<UUID, PresenceTable.Stay> all) throws SQLException {
    Map<UUID, Long> beats = new HashMap<>();
    all.forEach((backend, found) -> beats.put(backend, found.beats()));
    for (Map.Entry<UUID, Integer> silent : others.look(beats).entrySet()) {
      UUID backend = silent.getKey();
      PresenceTable.Stay found = all.get(backend);
      if (table.giveUp(connection, backend, found.beats())) {
        lost.put(backend, found.name());
        all.remove(backend);
        LOG.warn(
            "{} has been silent in the database for {} ms and is given up: its sessions are"
                + " ended, so that its locks are free. It was killed, it hangs, or its network"
                + " does; if it still runs it comes back by itself",
            found.name(),
            silent.getValue() * BackendPresence.EVERY.toMillis());
      }
    }
    lost.values().removeIf(gone -> isThere(gone, all));
  }

  private static boolean isThere(String gone, Map<UUID, PresenceTable.Stay> all) {
    boolean there = all.values().stream().anyMatch(found -> found.name().equals(gone));
    if (there) {
      LOG.info("{} is back in the database", gone);
    }
    return there;
  }

  /** Says farewell: its sessions end by themselves from now on. */
  void leave(Connection connection) throws SQLException {
    database.known(_ -> Lease.endless());
    if (stay.isPresent()) {
      table.leave(connection, stay.get().backend());
    }
  }
}
