package org.bora.frontend.gsi.door;

import java.time.Clock;
import java.time.Duration;
import org.bora.frontend.gsi.trust.ChainVerifier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;

/** Third of the chain of protocols: what a GSI client says between TLS and HTTP. */
final class GsiByteConnectionFactory {

  private final Duration delegationTimeout;
  private final OpenConnections connections;
  private final ChainVerifier verifier;
  private final KeyLine keys;
  private final ConnectionFactory http;
  private final Refusals refusals;
  private final Clock clock;

  GsiByteConnectionFactory(
      Duration delegationTimeout,
      OpenConnections connections,
      ChainVerifier verifier,
      KeyLine keys,
      ConnectionFactory http,
      Refusals refusals,
      Clock clock) {
    this.delegationTimeout = delegationTimeout;
    this.connections = connections;
    this.verifier = verifier;
    this.keys = keys;
    this.http = http;
    this.refusals = refusals;
    this.clock = clock;
  }

  Connection newConnection(
      Connector connector, EndPoint endPoint, Visitor visitor, AnswerLine answers) {
    return new GsiByteConnection(this, connector, endPoint, visitor, answers);
  }

  Duration delegationTimeout() {
    return delegationTimeout;
  }

  OpenConnections connections() {
    return connections;
  }

  /** Says when credentials end. */
  Clock clock() {
    return clock;
  }

  ChainVerifier verifier() {
    return verifier;
  }

  /** Where delegations wait for their keys. */
  KeyLine keys() {
    return keys;
  }

  ConnectionFactory http() {
    return http;
  }

  /** Hears of whoever gets no further. */
  Refusals refusals() {
    return refusals;
  }
}
