package org.bora.port;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/** Accepts connections on its only selector within the limits, and reports each of them. */
final class GuardedConnector extends ServerConnector {

  private static final int NO_ACCEPTOR = 0;
  private static final int SELECTORS = 1;

  /** How late a deadline may be noticed. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private final OpenConnections connections;
  private final Accepting accepting;
  private volatile ManagedSelector only;

  /**
   * @param most connections that may be open
   */
  GuardedConnector(
      Server server, OpenConnections connections, int most, ConnectionFactory... protocols) {
    super(server, null, null, null, NO_ACCEPTOR, SELECTORS, protocols);
    this.connections = connections;
    this.accepting = new Accepting(this, most, () -> only);
  }

  /** Now, and from now on while the port is open. */
  void lookForOverdue() {
    try {
      connections.endOverdue();
    } finally {
      if (isRunning()) {
        getScheduler().schedule(this::lookForOverdue, LOOK);
      }
    }
  }

  @Override
  protected SelectorManager newSelectorManager(
      Executor executor, Scheduler scheduler, int selectors) {
    return new ServerConnectorManager(executor, scheduler, selectors) {

      @Override
      protected ManagedSelector newSelector(int id) {
        only = super.newSelector(id);
        return only;
      }

      @Override
      protected SelectableChannel doAccept(SelectableChannel port) throws IOException {
        return accepting.next(() -> super.doAccept(port));
      }
    };
  }

  @Override
  protected SocketChannelEndPoint newEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key) {
    var endPoint = new GuardedEndPoint(channel, selector, key, getScheduler(), connections);
    endPoint.setIdleTimeout(getIdleTimeout());
    return endPoint;
  }
}
