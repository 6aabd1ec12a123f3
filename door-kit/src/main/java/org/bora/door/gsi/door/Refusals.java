package org.bora.door.gsi.door;

/**
 * Hears of everybody whom the door sends away: no certificate, one that does not hold, or nothing
 * that it understands. Called on the door's own threads, which all clients share: must not wait,
 * for a disk neither.
 */
@FunctionalInterface
public interface Refusals {

  /**
   * A visitor was refused.
   *
   * @param host address of the client, the one that a balancer names
   * @param reason a sentence for the log; texts of the client may be part of it
   */
  void refused(String host, String reason);
}
