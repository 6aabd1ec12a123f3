package org.bora.frontend.gsi.door;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** One acceptor and one selector (more changed nothing when measured), connections that linger. */
final class DoorConnector extends ServerConnector {

  DoorConnector(Server server, ConnectionFactory... protocols) {
    super(server, null, null, null, 1, 1, protocols);
  }

  @Override
  protected SocketChannelEndPoint newEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key) {
    var endPoint = new LingeringEndPoint(channel, selector, key, getScheduler());
    endPoint.setIdleTimeout(getIdleTimeout());
    return endPoint;
  }
}
