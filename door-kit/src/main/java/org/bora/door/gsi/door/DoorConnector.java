package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.bora.port.Accepting;
import org.bora.port.AddressBlock;
import org.bora.port.OpenConnections;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Two selectors for each processor ({@link SelectorChoice} explains why): they accept connections,
 * set them up and do handshakes on their own threads, each from its own queue. Connections linger.
 */
final class DoorConnector extends ServerConnector {

  private static final int NO_ACCEPTOR = 0;
  private static final int MOST_OF_A_HALF = 32;

  private final ConnectionBounds bounds;
  private final List<DoorSelector> ours = new CopyOnWriteArrayList<>();
  private final SelectorChoice<DoorSelector> choice;
  private final Accepting accepting;

  /**
   * @param connections that are open on it
   */
  DoorConnector(
      Server server,
      ConnectionBounds bounds,
      OpenConnections connections,
      List<? extends ConnectionFactory> protocols) {
    super(
        server,
        null,
        null,
        null,
        NO_ACCEPTOR,
        selectors(),
        protocols.toArray(ConnectionFactory[]::new));
    this.bounds = bounds;
    this.choice = new SelectorChoice<>(connections::of, System::nanoTime);
    this.accepting = new Accepting(this, bounds.most(), choice::listener);
  }

  /** How many connections wait for their handshake. */
  int inLine() {
    return ours.stream().mapToInt(selector -> selector.line().length()).sum();
  }

  /** How many were dropped from there since the start. */
  long dropped() {
    return ours.stream().mapToLong(selector -> selector.line().dropped()).sum();
  }

  /** More would not be kept busy by an SRM, and each holds a thread of Jetty's pool. */
  private static int selectors() {
    return 2 * Math.min(Runtime.getRuntime().availableProcessors(), MOST_OF_A_HALF);
  }

  @Override
  protected SelectorManager newSelectorManager(
      Executor executor, Scheduler scheduler, int selectors) {
    return new ServerConnectorManager(executor, scheduler, selectors) {

      // of the one thread that accepts; the port itself comes before all connections
      private Optional<SocketChannel> accepted = Optional.empty();

      @Override
      protected ManagedSelector newSelector(int id) {
        var line = new HandshakeLine(bounds.patience(), System::nanoTime);
        var made = new DoorSelector(this, id, line);
        ours.add(made);
        choice.add(made);
        return made;
      }

      @Override
      protected SelectableChannel doAccept(SelectableChannel port) throws IOException {
        return accepting.next(() -> super.doAccept(port));
      }

      @Override
      public void accept(SelectableChannel channel, Object attachment) {
        accepted = Optional.of((SocketChannel) channel);
        try {
          super.accept(channel, attachment);
        } finally {
          accepted = Optional.empty();
        }
      }

      @Override
      protected ManagedSelector chooseSelector() {
        return accepted.map(one -> choice.next(addressOf(one))).orElseGet(choice::listener);
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

  /** Empty for a balancer, and for a client that has left already. */
  private Optional<AddressBlock> addressOf(SocketChannel channel) {
    return Optional.ofNullable(channel.socket().getInetAddress())
        .filter(address -> !bounds.isBalancer(address))
        .map(AddressBlock::of);
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
