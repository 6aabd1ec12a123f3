package org.bora.door.gsi.door;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;
import org.bora.door.gsi.trust.ChainVerdict;
import org.bora.door.gsi.trust.ChainVerifier;

/**
 * The other side of a connection after the handshake.
 *
 * @param chain as sent, the peer's own certificate first; empty if it sent none
 * @param identity empty if it sent no certificate
 * @param credential empty if it sent no certificate
 * @param until when the chain must be verified again
 */
record Peer(
    List<X509Certificate> chain,
    Optional<Identity> identity,
    Optional<Credential> credential,
    Instant until) {

  /**
   * Asks for the verdict on the chain once more: normally remembered, and if trust changed since
   * the handshake, the new one counts.
   *
   * @throws IOException when the chain is not good any more
   */
  static Peer of(SSLEngine engine, ChainVerifier verifier, SocketAddress from) throws IOException {
    X509Certificate[] chain;
    try {
      chain =
          Stream.of(engine.getSession().getPeerCertificates())
              .map(X509Certificate.class::cast)
              .toArray(X509Certificate[]::new);
    } catch (SSLPeerUnverifiedException e) {
      return new Peer(List.of(), Optional.empty(), Optional.empty(), Instant.MAX);
    }
    return of(List.of(chain), verifier, from);
  }

  /**
   * The verdict of now on a chain that the peer showed when it connected.
   *
   * @throws IOException when the chain is not good any more
   */
  static Peer of(List<X509Certificate> chain, ChainVerifier verifier, SocketAddress from)
      throws IOException {
    return switch (verifier.verify(chain.toArray(X509Certificate[]::new))) {
      case ChainVerdict.Accepted accepted ->
          new Peer(
              chain,
              Optional.of(accepted.identity(host(from))),
              Optional.of(accepted.credential()),
              accepted.until());
      case ChainVerdict.Refused refused -> throw new IOException(refused.reason());
    };
  }

  /** The address alone, as text, of IPv6 without brackets; never null. */
  static String host(SocketAddress from) {
    return switch (from) {
      case null -> "unknown";
      case InetSocketAddress inet when inet.getAddress() != null ->
          inet.getAddress().getHostAddress();
      case InetSocketAddress named -> named.getHostString();
      default -> from.toString();
    };
  }
}
