package org.bora.door.gsi.door;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops accepting connections without losing one that a client considers open. */
record Intake(ServerConnector connector) {

  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  /** The last packet of a TCP handshake may have half the world to go. */
  private static final Duration HANDSHAKE = Duration.ofMillis(300);

  private static final Duration LOOK = Duration.ofMillis(10);

  /**
   * Closes the listening port; open connections, and those that wait to be accepted, are still
   * served. Blocks for a moment, or at the connection limit until some have ended.
   *
   * @param patience for connections that wait to be accepted
   */
  void stop(Duration patience) throws InterruptedException {
    Optional<ListenQueue> queue = ListenQueue.of(connector.getLocalPort());
    if (queue.isPresent() && queue.get().letNobodyBegin()) {
      Thread.sleep(HANDSHAKE);
    } else {
      LOG.warn("cannot close the port gracefully: connections made at this moment may be reset");
    }
    long end = System.nanoTime() + patience.toNanos();
    while (waiting(queue) > 0 && System.nanoTime() < end) {
      Thread.sleep(LOOK);
    }
    connector.setAccepting(false);
    try {
      ((Closeable) connector.getTransport()).close();
    } catch (IOException e) {
      LOG.warn("the port was not closed cleanly: {}", e.toString());
    }
  }

  private static int waiting(Optional<ListenQueue> queue) {
    return queue.map(one -> one.length().orElse(0)).orElse(0);
  }

  /**
   * Of the open connections, the ones that wait for something of us: all but those idle after an
   * answer.
   */
  int owed() {
    return (int) connector.getConnectedEndPoints().stream().filter(Intake::isOwed).count();
  }

  private static boolean isOwed(EndPoint endPoint) {
    Connection inner = endPoint.getConnection();
    if (inner instanceof SslConnection tls) {
      inner = tls.getSslEndPoint().getConnection();
    }
    // before HTTP begins messages are not counted: less than none
    return inner.getMessagesIn() <= 0 || inner.getMessagesIn() != inner.getMessagesOut();
  }
}
