package org.bora.door.gsi.door;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ProxyConnectionFactory;

/**
 * Reads from load balancers, and from no other peers, for whom a connection is: by the PROXY
 * protocol, version 1 or 2, or without it. From other peers such a header is an invalid TLS record.
 */
final class BalancerConnectionFactory extends AbstractConnectionFactory {

  private final ConnectionBounds bounds;
  private final ArrivalConnectionFactory next;
  private final ProxyConnectionFactory header;

  BalancerConnectionFactory(ConnectionBounds bounds, ArrivalConnectionFactory next) {
    super("balancer");
    this.bounds = bounds;
    this.next = next;
    this.header = new Header(next);
    installBean(header);
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    boolean balancer =
        endPoint.getRemoteSocketAddress() instanceof InetSocketAddress from
            && bounds.isBalancer(from.getAddress());
    return balancer
        ? configure(new BalancerLine(connector, endPoint, header), connector, endPoint)
        : next.newConnection(connector, endPoint);
  }

  /** A load balancer may also pass the connection through without a header. */
  private static final class Header extends ProxyConnectionFactory {

    private final ArrivalConnectionFactory next;

    Header(ArrivalConnectionFactory next) {
      super(next.getProtocol());
      this.next = next;
    }

    @Override
    protected void nextProtocol(Connector connector, EndPoint endPoint, ByteBuffer buffer) {
      upgradeToConnectionFactory(next, connector, endPoint);
    }
  }
}
