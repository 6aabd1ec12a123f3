package org.bora.gridftp.door;

import java.time.Duration;

/**
 * Finds out whether a door works.
 *
 * <p>Life cycle: shared by all checks of a watch, so thread safe. Blocking: yes, for at most about
 * {@code timeout}; a probe that is interrupted gives up at once where it can. Caller: {@link
 * DoorWatch}, which abandons a probe that overstays and copes with one that throws.
 */
@FunctionalInterface
public interface DoorProbe extends AutoCloseable {

  /**
   * Checks {@code door} once.
   *
   * @param timeout for the whole check: name resolution, connection, every step of the protocol
   */
  CheckResult check(Door door, Duration timeout);

  /** Lets go what the checks shared; to be called once none runs any more. */
  @Override
  default void close() {}
}
