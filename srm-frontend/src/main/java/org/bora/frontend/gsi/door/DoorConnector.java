package org.bora.frontend.gsi.door;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A selector for each processor: they accept connections, set them up and do their handshakes on
 * their own threads, each from its own line. Connections linger.
 */
final class DoorConnector extends ServerConnector {

  private static final int NO_ACCEPTOR = 0;
  private static final int MOST_SELECTORS = 32;

  private final Duration patience;
  private final List<DoorSelector> ours = new CopyOnWriteArrayList<>();

  /**
   * @param patience of a client until its handshake begins
   */
  DoorConnector(Server server, Duration patience, List<? extends ConnectionFactory> protocols) {
    super(
        server,
        null,
        null,
        null,
        NO_ACCEPTOR,
        selectors(),
        protocols.toArray(ConnectionFactory[]::new));
    this.patience = patience;
  }

  /** How many connections wait for their handshake. */
  int inLine() {
    return ours.stream().mapToInt(selector -> selector.line().length()).sum();
  }

  /** More would not be kept busy by an SRM, and each holds a thread of Jetty's pool. */
  private static int selectors() {
    return Math.min(Runtime.getRuntime().availableProcessors(), MOST_SELECTORS);
  }

  @Override
  protected SelectorManager newSelectorManager(
      Executor executor, Scheduler scheduler, int selectors) {
    return new ServerConnectorManager(executor, scheduler, selectors) {

      @Override
      protected ManagedSelector newSelector(int id) {
        var made = new DoorSelector(this, id, new HandshakeLine(patience, System::nanoTime));
        ours.add(made);
        return made;
      }

      // What comes right after a change to a selector is the set-up of a connection, or what its
      // end comes to: no wait in either.
      @Override
      protected void execute(Runnable task) {
        if (task instanceof ManagedSelector.SelectorUpdate || isTearingDown()) {
          task.run();
        } else {
          super.execute(task);
        }
      }
    };
  }

  private boolean isTearingDown() {
    Thread current = Thread.currentThread();
    return ours.stream().anyMatch(selector -> selector.isTearingDown(current));
  }

  @Override
  protected SocketChannelEndPoint newEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key) {
    var endPoint = new LingeringEndPoint(channel, (DoorSelector) selector, key, getScheduler());
    endPoint.setIdleTimeout(getIdleTimeout());
    return endPoint;
  }
}
