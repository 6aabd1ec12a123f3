package org.bora.port;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.function.Supplier;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Accepts connections for a connector without acceptor threads, while there is a place and a file
 * descriptor. All others wait in the kernel's queue; none is accepted only to be closed.
 *
 * <p>A pause removes the interest of the port's key. {@link ServerConnector#setAccepting} instead
 * cancels the key and registers another; if both happen between two rounds of the selector, the
 * second fails and Jetty closes the port.
 */
public final class Accepting {

  private final ServerConnector connector;
  private final Supplier<ManagedSelector> listener;
  private final AcceptBound bound;
  private final AcceptPause pause;

  /** Asks the kernel for a connection; null if none waits. */
  @FunctionalInterface
  public interface Kernel {
    SelectableChannel accept() throws IOException;
  }

  /**
   * For a connector that is being made.
   *
   * @param most connections open at a time, those counted that are being set up
   * @param listener the selector that the port is registered with, once there is one
   */
  public Accepting(ServerConnector connector, int most, Supplier<ManagedSelector> listener) {
    this.connector = connector;
    this.listener = listener;
    this.bound = new AcceptBound(most, this::rest, this::goOn);
    this.pause =
        new AcceptPause(
            this::rest,
            this::goOn,
            (task, after) -> connector.getScheduler().schedule(task, after),
            System::nanoTime);
    connector.addBean(bound); // Jetty tells its listeners among the beans of each connection
  }

  /**
   * The next connection; null where none waits, and where the port rests.
   *
   * @param kernel {@code doAccept} of the connector's selector manager
   * @throws ClosedChannelException the port is closed
   */
  public SelectableChannel next(Kernel kernel) throws IOException {
    if (!bound.hasPlace()) {
      return null;
    }
    try {
      SelectableChannel channel = kernel.accept();
      if (channel != null) {
        pause.accepted();
      }
      return channel;
    } catch (ClosedChannelException closed) {
      throw closed;
    } catch (IOException refused) {
      pause.refused(refused);
      return null;
    }
  }

  private void rest() {
    interest(0);
  }

  private void goOn() {
    interest(SelectionKey.OP_ACCEPT);
  }

  private void interest(int operations) {
    ManagedSelector looking = listener.get();
    if (looking == null) {
      return; // nothing was accepted yet
    }
    looking.submit(
        selector -> {
          if (connector.getTransport() instanceof SelectableChannel port) {
            SelectionKey key = port.keyFor(selector);
            if (key != null && key.isValid()) { // or the port was closed meanwhile
              key.interestOps(operations);
            }
          }
        });
  }
}
