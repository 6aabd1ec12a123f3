package org.bora.door.gsi.door;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A TCP connection that reads only when necessary and can be closed gently. A refused client may
 * still be sending the rest of its handshake; an immediate close makes the kernel answer with a
 * reset, which can overtake the alert with the reason.
 */
final class LingeringEndPoint extends SocketChannelEndPoint {

  private static final Duration LINGER = Duration.ofSeconds(1);

  private final DoorSelector selector;
  private final Scheduler scheduler;

  /** Kept, because a closed channel has no address, and refusals are reported afterwards. */
  private final SocketAddress from;

  private volatile boolean lingering;

  /**
   * The last read took all available bytes: another read before the selector's next event would be
   * a useless system call. The selector reports later bytes whenever it is asked.
   */
  private volatile boolean drained;

  LingeringEndPoint(
      SocketChannel channel, DoorSelector selector, SelectionKey key, Scheduler scheduler) {
    super(channel, selector, key, scheduler);
    this.selector = selector;
    this.scheduler = scheduler;
    this.from = super.getRemoteSocketAddress();
  }

  /** The socket of a connection, without the balancer's layer. */
  static LingeringEndPoint below(EndPoint endPoint) {
    return (LingeringEndPoint)
        (endPoint instanceof EndPoint.Wrapper wrapper ? wrapper.unwrap() : endPoint);
  }

  /** The same for the whole life of the object. */
  @Override
  public SocketAddress getRemoteSocketAddress() {
    return from;
  }

  DoorSelector selector() {
    return selector;
  }

  /** From now on closing ends our direction at once and the connection a second later. */
  void linger() {
    lingering = true;
  }

  /**
   * A read that returns fewer bytes than requested took all of them; the selector reports later
   * ones.
   */
  @Override
  public int fill(ByteBuffer buffer) throws IOException {
    if (drained) {
      return 0;
    }
    int filled = super.fill(buffer);
    drained = filled > 0 && buffer.limit() < buffer.capacity();
    return filled;
  }

  @Override
  public Runnable onSelected() {
    drained = false;
    Runnable task = super.onSelected();
    // Nothing is left but the peer's end, for which Jetty would wake another thread.
    return task != null && isOutputShutdown()
        ? Invocable.from(Invocable.InvocationType.NON_BLOCKING, task)
        : task;
  }

  /** Of a connection that was closed meanwhile, which Jetty would find out by an exception. */
  @Override
  public void updateKey() {
    if (getChannel().isOpen()) {
      super.updateKey();
    }
  }

  /**
   * Informs the connection of its end on the selector's thread, after the current task, which may
   * still use released resources. The selector need not be woken if its own thread closed the
   * connection.
   */
  @Override
  public void onClose(Throwable cause) {
    if (selector.isRunning()) {
      selector.submit(_ -> selector.tearDown(() -> super.onClose(cause)));
    } else {
      super.onClose(cause);
    }
  }

  /** What the connection has to do next, on the selector's thread where it does not wait. */
  void execute(Runnable task, Executor others) {
    if (Invocable.getInvocationType(task) == Invocable.InvocationType.NON_BLOCKING) {
      selector.submit(_ -> task.run());
    } else {
      others.execute(task);
    }
  }

  /**
   * The next read asks the kernel whatever came before: the end is only seen by reading up to it.
   */
  void readOn() {
    drained = false;
  }

  @Override
  public void doClose() {
    SocketChannel channel = getChannel();
    if (!lingering || !endOutput(channel)) {
      super.doClose();
      return;
    }
    scheduler.schedule(() -> IO.close(channel), LINGER);
  }

  private static boolean endOutput(SocketChannel channel) {
    try {
      channel.shutdownOutput();
      return true;
    } catch (IOException e) {
      // The peer has closed already: no farewell is needed.
      return false;
    }
  }
}
