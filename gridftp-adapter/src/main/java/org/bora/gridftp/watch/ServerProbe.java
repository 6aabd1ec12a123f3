package org.bora.gridftp.watch;

import java.time.Duration;

/**
 * Finds out whether a server works.
 *
 * <p>Life cycle: shared by all checks of a watch, so thread safe. Blocking: yes, for at most about
 * {@code timeout}; an interrupted probe ends at once if it can. Caller: {@link ServerWatch}, which
 * abandons a probe that takes too long, and handles exceptions.
 */
@FunctionalInterface
public interface ServerProbe extends AutoCloseable {

  /**
   * Checks {@code server} once.
   *
   * @param timeout for the whole check: name resolution, connection, every step of the protocol
   */
  CheckResult check(GridFtpEndpoint server, Duration timeout);

  /** Lets go what the checks shared; to be called once none runs any more. */
  @Override
  default void close() {}
}
