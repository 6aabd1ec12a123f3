package org.bora.frontend.gsi.door;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A TCP connection that can be closed softly. A refused client is still sending the rest of its
 * handshake; closing under it makes the kernel answer with a reset, which can overtake the alert
 * that says why.
 */
final class LingeringEndPoint extends SocketChannelEndPoint {

  private static final Duration LINGER = Duration.ofSeconds(1);

  private final DoorSelector selector;
  private final Scheduler scheduler;
  private volatile boolean lingering;

  LingeringEndPoint(
      SocketChannel channel, DoorSelector selector, SelectionKey key, Scheduler scheduler) {
    super(channel, selector, key, scheduler);
    this.selector = selector;
    this.scheduler = scheduler;
  }

  /** The socket of a connection, below what a balancer says of it. */
  static LingeringEndPoint below(EndPoint endPoint) {
    return (LingeringEndPoint)
        (endPoint instanceof EndPoint.Wrapper wrapper ? wrapper.unwrap() : endPoint);
  }

  DoorSelector selector() {
    return selector;
  }

  /** From now on closing ends our direction at once and the connection a second later. */
  void linger() {
    lingering = true;
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
      // The peer has closed already: nobody to be polite to.
      return false;
    }
  }
}
