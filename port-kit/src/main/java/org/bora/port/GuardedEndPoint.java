package org.bora.port;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection.SslEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A socket that is among the open connections for its whole life. */
final class GuardedEndPoint extends SocketChannelEndPoint {

  private static final Logger LOG = LoggerFactory.getLogger(GuardedEndPoint.class);

  private final OpenConnections connections;
  private final Visitor visitor;

  GuardedEndPoint(
      SocketChannel channel,
      ManagedSelector selector,
      SelectionKey key,
      Scheduler scheduler,
      OpenConnections connections) {
    super(channel, selector, key, scheduler);
    this.connections = connections;
    this.visitor = new Visitor(address(), this::end);
  }

  private Optional<AddressBlock> address() {
    InetAddress address =
        getRemoteSocketAddress() instanceof InetSocketAddress inet ? inet.getAddress() : null;
    return Optional.ofNullable(address).map(AddressBlock::of);
  }

  /** Whose the connection is that has this end point, with TLS or without. */
  static Visitor visitorOf(EndPoint endPoint) {
    EndPoint socket =
        endPoint instanceof SslEndPoint plain ? plain.getSslConnection().getEndPoint() : endPoint;
    return ((GuardedEndPoint) socket).visitor;
  }

  /** Logged only at a detailed level, because any client can cause it. */
  private void end(String reason) {
    LOG.debug("connection of {} dropped: {}", getRemoteSocketAddress(), reason);
    getConnection().close();
  }

  @Override
  public void onOpen() {
    super.onOpen();
    connections.opened(visitor);
  }

  @Override
  public void onClose(Throwable cause) {
    // First: with the rest its place is free, and who comes then would be one too many.
    connections.closed(visitor);
    super.onClose(cause);
  }
}
