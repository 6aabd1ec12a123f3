package org.bora.door.gsi.door;

/**
 * Hears of everybody whom the door sends away: no certificate, one that does not hold, nothing that
 * it understands, or more connections than a caller may have. Called on the door's own threads,
 * which all clients share: must not wait, for a disk neither.
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

  /**
   * A connection was closed right after its handshake: its caller has as many at work as it may
   * have. Its client sees a connection that ends.
   *
   * @param host address of the client, the one that a balancer names
   * @param dn of the caller
   */
  default void tooManyOf(String host, String dn) {
    refused(host, "its caller has connections.per-caller connections at work: " + dn);
  }
}
