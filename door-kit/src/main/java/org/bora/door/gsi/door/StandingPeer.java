package org.bora.door.gsi.door;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Clock;
import org.bora.door.gsi.trust.ChainVerifier;

/**
 * The peer of a kept connection, for each of its requests. A credential may expire, be revoked, or
 * lose its authority while the connection stays open. So its chain is verified again when the
 * verdict ends ({@link Peer#until}) and when the trust anchors have changed. In between, a
 * comparison of two numbers is enough.
 *
 * <p>One request at a time.
 */
final class StandingPeer {

  /** Name of the attribute of an HTTP connection that holds its peer. */
  static final String ATTRIBUTE = "org.bora.door.gsi.door.peer";

  private final ChainVerifier verifier;
  private final Clock clock;
  private final SocketAddress from;
  private Peer peer;
  private long generation;

  /**
   * @param peer as it was judged when the connection began
   * @param generation of trust by which it was judged, or an older one
   */
  StandingPeer(
      Peer peer, long generation, ChainVerifier verifier, Clock clock, SocketAddress from) {
    this.peer = peer;
    this.generation = generation;
    this.verifier = verifier;
    this.clock = clock;
    this.from = from;
  }

  /**
   * The present verdict on the peer; without identity if it showed no certificate.
   *
   * @throws IOException if its credential is no longer valid; the message has the reason
   */
  Peer now() throws IOException {
    if (peer.chain().isEmpty()) {
      return peer;
    }
    long inForce = verifier.generation();
    if (inForce != generation || !clock.instant().isBefore(peer.until())) {
      peer = Peer.of(peer.chain(), verifier, from);
      generation = inForce;
    }
    return peer;
  }
}
