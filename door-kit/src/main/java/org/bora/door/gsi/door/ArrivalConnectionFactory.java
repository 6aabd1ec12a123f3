package org.bora.door.gsi.door;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.bora.port.AddressBlock;
import org.bora.port.OpenConnections;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.Connector;

/** First in the chain of protocols: waits for the handshake. */
final class ArrivalConnectionFactory extends AbstractConnectionFactory {

  private final ConnectionBounds bounds;
  private final OpenConnections connections;
  private final TlsConnectionFactory tls;

  ArrivalConnectionFactory(
      ConnectionBounds bounds, OpenConnections connections, TlsConnectionFactory tls) {
    super("arrival");
    this.bounds = bounds;
    this.connections = connections;
    this.tls = tls;
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    LingeringEndPoint socket = LingeringEndPoint.below(endPoint);
    return configure(new ArrivalConnection(this, connector, endPoint, socket), connector, endPoint);
  }

  /** Against whose bounds a connection counts: none where a balancer does not say whose. */
  Optional<AddressBlock> countedAs(EndPoint endPoint) {
    InetAddress address =
        endPoint.getRemoteSocketAddress() instanceof InetSocketAddress inet
            ? inet.getAddress()
            : null;
    return address == null || bounds.isBalancer(address)
        ? Optional.empty()
        : Optional.of(AddressBlock.of(address));
  }

  /**
   * Whether a connection comes from an address that a client can have; a balancer's header may tell
   * of any.
   */
  static boolean isFromAClient(EndPoint endPoint) {
    if (!(endPoint instanceof EndPoint.Wrapper)
        || !(endPoint.getRemoteSocketAddress() instanceof InetSocketAddress from)) {
      return true;
    }
    InetAddress address = from.getAddress();
    return address != null
        && !address.isAnyLocalAddress()
        && !address.isMulticastAddress()
        && from.getHostString().indexOf('%') < 0
        && isLiteral(from.getHostString());
  }

  /** Whether it is an address, and no name that would have to be looked up. */
  static boolean isLiteral(String text) {
    try {
      return InetAddress.ofLiteral(text) != null;
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  OpenConnections connections() {
    return connections;
  }

  TlsConnectionFactory tls() {
    return tls;
  }
}
