package org.bora.backend.stage.board;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The port on which pullers reach the board. Starts when it is asked to, ends when closed. */
public final class BoardServer implements AutoCloseable {
  private static final int THREADS = 32;
  private static final int IDLE_MILLIS = 30_000;
  private static final int HEADER_BYTES = 8 << 10;

  /** Who connects and says nothing keeps nobody else away for longer than the idle time. */
  private static final int CONNECTIONS = 500;

  private final Server server;
  private final ServerConnector connector;

  /**
   * @param libraries names of the tape systems whose work is fetched here
   * @param identity the host's, for TLS; empty: plain HTTP, which the settings must allow
   * @throws IOException the tokens cannot be used; with a sentence for the administrator
   */
  public BoardServer(
      BoardSettings settings,
      PulledTasks tasks,
      Set<String> libraries,
      Optional<SSLContext> identity)
      throws IOException {
    if (settings.tls() && identity.isEmpty()) {
      throw new IllegalArgumentException("TLS needs an identity");
    }
    BearerTokens tokens = new BearerTokens(settings.tokens());
    tokens.check();
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("tape-board");
    threads.setDaemon(true);
    server = new Server(threads);
    connector = connector(server, identity);
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
    server.setHandler(new BoardHandler(tokens, new BoardRequests(tasks, libraries)));
  }

  private static ServerConnector connector(Server server, Optional<SSLContext> identity) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    if (identity.isEmpty()) {
      return new ServerConnector(server, 1, 1, plain);
    }
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(identity.get());
    return new ServerConnector(
        server, 1, 1, new SslConnectionFactory(tls, plain.getProtocol()), plain);
  }

  /**
   * Begins to listen.
   *
   * @throws IOException the port cannot be had
   */
  public void start() throws IOException {
    try {
      server.start();
    } catch (IOException taken) {
      throw taken;
    } catch (Exception failure) {
      throw new IOException("the task board's port: " + failure.getMessage(), failure);
    }
  }

  /** Where it listens. */
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception failure) {
      throw new IllegalStateException("the task board's port does not close", failure);
    }
  }
}
