package org.bora.door.gsi.door;

import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection.SslEndPoint;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Jetty's threads. A connection that stays open after a reply is left to its selector, which must
 * be told anyway that more may arrive: one thread is woken instead of two.
 */
final class DoorThreads extends QueuedThreadPool {

  DoorThreads() {
    setName("gsi-door");
  }

  @Override
  public void execute(Runnable task) {
    if (task instanceof Connection http && http.getEndPoint() instanceof SslEndPoint plain) {
      LingeringEndPoint socket = LingeringEndPoint.below(plain.getSslConnection().getEndPoint());
      DoorSelector selector = socket.selector();
      if (selector.isRunning()) {
        // many clients have said good-bye, or more, when their reply is on its way
        socket.readOn();
        selector.submit(_ -> task.run());
        return;
      }
    }
    super.execute(task);
  }
}
