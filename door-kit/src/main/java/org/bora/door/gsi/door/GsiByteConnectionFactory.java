package org.bora.door.gsi.door;

import java.time.Clock;
import java.time.Duration;
import org.bora.door.gsi.trust.ChainVerifier;
import org.bora.port.OpenConnections;
import org.bora.port.Visitor;
import org.bora.port.WatchedHttpFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;

/** Third in the chain of protocols: what a GSI client says between TLS and HTTP. */
final class GsiByteConnectionFactory {

  private final Duration delegationTimeout;
  private final OpenConnections connections;
  private final ChainVerifier verifier;
  private final KeyLine keys;
  private final WatchedHttpFactory http;
  private final Service service;
  private final Refusals refusals;
  private final Clock clock;

  GsiByteConnectionFactory(
      Duration delegationTimeout,
      OpenConnections connections,
      ChainVerifier verifier,
      KeyLine keys,
      WatchedHttpFactory http,
      Service service,
      Refusals refusals,
      Clock clock) {
    this.delegationTimeout = delegationTimeout;
    this.connections = connections;
    this.verifier = verifier;
    this.keys = keys;
    this.http = http;
    this.service = service;
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

  WatchedHttpFactory http() {
    return http;
  }

  /** Decides which callers are served. */
  Service service() {
    return service;
  }

  /** Hears of clients that get no further. */
  Refusals refusals() {
    return refusals;
  }
}
