package org.bora.frontend.gsi.door;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.bora.frontend.gsi.trust.ChainVerifier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;

/** Second of the chain of protocols: what a GSI client says between TLS and HTTP. */
final class GsiByteConnectionFactory extends AbstractConnectionFactory {

  private final Duration handshakeTimeout;
  private final Duration delegationTimeout;
  private final Newcomers newcomers;
  private final ChainVerifier verifier;
  private final Executor keyMaker;
  private final ConnectionFactory http;

  GsiByteConnectionFactory(
      DoorSettings settings, ChainVerifier verifier, Executor keyMaker, ConnectionFactory http) {
    super("gsi");
    this.handshakeTimeout = settings.handshakeTimeout();
    this.delegationTimeout = settings.delegationTimeout();
    this.newcomers = new Newcomers(settings.maxHandshakes());
    this.verifier = verifier;
    this.keyMaker = keyMaker;
    this.http = http;
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    return configure(new GsiByteConnection(this, connector, endPoint), connector, endPoint);
  }

  Duration handshakeTimeout() {
    return handshakeTimeout;
  }

  Duration delegationTimeout() {
    return delegationTimeout;
  }

  Newcomers newcomers() {
    return newcomers;
  }

  ChainVerifier verifier() {
    return verifier;
  }

  /** Makes the keys of delegations, so many at a time as leave room for handshakes. */
  Executor keyMaker() {
    return keyMaker;
  }

  ConnectionFactory http() {
    return http;
  }
}
