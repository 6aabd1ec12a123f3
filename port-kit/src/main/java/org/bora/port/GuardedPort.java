package org.bora.port;

import java.io.IOException;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * A port for HTTP or HTTPS that its clients cannot block. Connections have limits in total, for
 * each address and for each caller, and the least useful one is closed to make room. Handshake,
 * head and body of a request have time limits. Each request has a virtual thread. Without free file
 * descriptors the port pauses. Requests are {@link Sending}. Life cycle: open once, close once.
 */
public final class GuardedPort implements AutoCloseable {

  /**
   * One thread is the selector, and some are for other work of Jetty; requests use none of them.
   */
  private static final int THREADS = 8;

  /**
   * As of the SRM port. Where the kernel's queue is full a client is not told so: it tries again
   * after a second.
   */
  private static final int ACCEPT_QUEUE = 4_096;

  private final PortSettings settings;
  private final Server server;
  private final GuardedConnector connector;
  private final OpenConnections connections;

  /**
   * A closed port.
   *
   * @param handler may block; its requests are {@link Sending}
   */
  public GuardedPort(PortSettings settings, Handler handler) {
    this.settings = settings;
    PortBounds bounds = settings.bounds();
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
    threads.setName(settings.name());
    threads.setDaemon(true);
    server = new Server(threads);
    PlainErrors.on(server);
    connections = new OpenConnections(bounds.limits(), bounds.requestTime(), System::nanoTime);
    connector = new GuardedConnector(server, connections, bounds.connections(), protocols());
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setAcceptQueueSize(ACCEPT_QUEUE);
    connector.setIdleTimeout(bounds.requestTime().toMillis());
    server.addConnector(connector);
    var virtualThreads = new VirtualThreadPool(bounds.connections());
    virtualThreads.setName(settings.name());
    server.addBean(virtualThreads);
    server.setHandler(new GuardHandler(handler, connections, bounds.requestTime(), virtualThreads));
  }

  private ConnectionFactory[] protocols() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(settings.headBytes());
    var plain =
        new WatchedHttpFactory(
            http, connections, settings.bounds().requestTime(), GuardedEndPoint::visitorOf);
    return settings
        .tls()
        .map(
            tls ->
                new ConnectionFactory[] {
                  new GuardedTlsFactory(tls, plain.getProtocol(), connections), plain
                })
        .orElseGet(() -> new ConnectionFactory[] {plain});
  }

  /**
   * Opens the port.
   *
   * @throws IOException if the port is not available; the message names it, and nothing stays open
   */
  public void open() throws IOException {
    try {
      server.start();
      connector.lookForOverdue();
    } catch (Exception failure) {
      close();
      throw new IOException(
          "port "
              + settings.host()
              + ":"
              + settings.port()
              + " cannot be opened: "
              + failure.getMessage(),
          failure);
    }
  }

  /** Where it listens; -1 while it is closed. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Connections that are open now. */
  public int connections() {
    return connections.open();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception failure) {
      throw new IllegalStateException("the port of " + settings.name() + " did not close", failure);
    }
  }
}
