package org.bora.door.gsi.door;

/**
 * Is informed of every refused connection: no certificate, an invalid one, unintelligible data, or
 * too many connections of a caller. Called on the door's own threads, which all clients share, so
 * it must not wait, not even for a disk.
 */
@FunctionalInterface
public interface Refusals {

  /**
   * A client was refused.
   *
   * @param host address of the client, if necessary from a balancer
   * @param reason a sentence for the log; it may contain text of the client
   */
  void refused(String host, String reason);

  /**
   * A connection was closed right after its handshake, because its caller has reached its limit.
   * The client sees the connection end.
   *
   * @param host address of the client, the one that a balancer names
   * @param dn of the caller
   */
  default void tooManyOf(String host, String dn) {
    refused(host, "its caller has connections.per-caller connections at work: " + dn);
  }
}
