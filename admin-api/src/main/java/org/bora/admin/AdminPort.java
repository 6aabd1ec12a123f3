package org.bora.admin;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.api.wire.PeerCredentials;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port on which administrators ask, over HTTPS with certificates on both sides. Who has none of
 * an authority named in the settings gets no further than the handshake. Life cycle: open once,
 * close once.
 */
public final class AdminPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminPort.class);
  private static final int THREADS = 32;
  private static final int IDLE_MILLIS = 30_000;
  private static final int HEADER_BYTES = 16 << 10;

  /** Who connects and says nothing keeps nobody else away for longer than the idle time. */
  private static final int CONNECTIONS = 200;

  private final Server server;
  private final ServerConnector connector;
  private final PeerCredentials credentials;
  private final ScheduledFuture<?> renewal;

  private AdminPort(
      AdminSettings settings,
      AdminRoutes routes,
      PeerCredentials credentials,
      ScheduledExecutorService timer)
      throws GeneralSecurityException {
    this.credentials = credentials;
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("admin");
    threads.setDaemon(true);
    server = new Server(threads);
    connector = connector(server, credentials);
    connector.setHost(settings.address());
    connector.setPort(settings.port());
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
    server.setHandler(
        new AdminHandler(
            routes,
            new KnownAdministrators(settings.readers(), settings.admins()),
            System::nanoTime));
    long every = settings.reload().toMillis();
    renewal = timer.scheduleWithFixedDelay(this::renew, every, every, TimeUnit.MILLISECONDS);
  }

  /**
   * Begins to listen.
   *
   * @param timer looks for renewed certificates
   * @throws IOException the port or a file cannot be used; with a sentence for the administrator
   */
  public static AdminPort open(
      AdminSettings settings, AdminRoutes routes, ScheduledExecutorService timer)
      throws IOException {
    AdminPort port;
    try {
      PeerCredentials credentials = PeerCredentials.ofBackend(settings.files());
      port = new AdminPort(settings, routes, credentials, timer);
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          "the certificates of 'admin' cannot be used: " + unusable.getMessage(), unusable);
    } catch (IOException unreadable) {
      throw new IOException(
          "the certificates of 'admin' cannot be read: " + unreadable, unreadable);
    }
    try {
      port.server.start();
      return port;
    } catch (Exception failure) {
      port.close();
      throw new IOException(
          "the administrators' port "
              + settings.address()
              + ":"
              + settings.port()
              + " cannot be opened: "
              + failure.getMessage()
              + "; say which by admin.port and admin.address",
          failure);
    }
  }

  private static ServerConnector connector(Server server, PeerCredentials credentials)
      throws GeneralSecurityException {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(credentials.context());
    tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    tls.setNeedClientAuth(true);
    return new ServerConnector(
        server, 1, 1, new SslConnectionFactory(tls, plain.getProtocol()), plain);
  }

  private void renew() {
    try {
      if (credentials.refresh()) {
        LOG.info("renewed certificates of 'admin' are in use");
      }
    } catch (IOException | GeneralSecurityException | RuntimeException unusable) {
      LOG.error("certificates of 'admin' stay as they were: {}", unusable.getMessage());
    }
  }

  /** Where it listens. */
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    renewal.cancel(false);
    try {
      server.stop();
    } catch (Exception failure) {
      throw new IllegalStateException("the administrators' port does not close", failure);
    }
  }
}
