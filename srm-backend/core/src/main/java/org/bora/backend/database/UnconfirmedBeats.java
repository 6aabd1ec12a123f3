package org.bora.backend.database;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a database that answers queries but does not commit the heartbeats of this backend in
 * time, because its disk is too slow or something holds its locks. Then no lease is renewed, and
 * filesystem changes in transactions fail, although every check of the database succeeds. Rounds
 * are for one thread; {@link #isTold} is thread safe.
 */
final class UnconfirmedBeats {
  private static final Logger LOG = LoggerFactory.getLogger(UnconfirmedBeats.class);

  /** One round may fail by chance; three take 7 s and more. */
  static final int ROUNDS = 3;

  private int rounds;
  private volatile boolean told;

  /**
   * Ends a round.
   *
   * @param confirmed whether its beat was committed
   * @param answered whether the database answered a query in this round
   */
  void round(boolean confirmed, boolean answered) {
    if (confirmed) {
      rounds = 0;
      if (told) {
        told = false;
        LOG.warn("the database commits in time again: calls that change files succeed again");
      }
    } else if (answered && ++rounds >= ROUNDS && !told) {
      told = true;
      LOG.error(
          "the database answers this backend, but has not committed a small change within {} ms in"
              + " {} rounds: srmPutDone and other calls that change files fail until it does. Check"
              + " the disk of the database server, its list of locks, and other applications that"
              + " write to it; on a cluster, check its flow control",
          BackendPresence.PATIENCE.toMillis(),
          rounds);
    }
  }

  /** Whether the database is taken for too slow. */
  boolean isTold() {
    return told;
  }
}
