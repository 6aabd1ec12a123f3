package org.bora.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.bora.port.PlainErrors;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The routes of the administrators' port over HTTP on a Unix socket that only the account of this
 * process can write to, and root: who reaches it is an admin. Requests are served side by side, and
 * one may take as long as it likes, since only root and this account can send any. Life cycle: open
 * once, close once.
 */
public final class AdminSocket implements AutoCloseable {
  /** Requests at a time; more wait. An order that hangs with its filesystem keeps a thread. */
  private static final int MOST_THREADS = 64;

  private static final int LEAST_THREADS = 3;
  private static final int HEADER_BYTES = 16 << 10;

  private final Path socket;
  private final Server server;

  private AdminSocket(Path socket, Server server) {
    this.socket = socket;
    this.server = server;
  }

  /**
   * Begins to listen. What a process that died left at this path is replaced: the caller must have
   * made sure that no other Bora lives here.
   *
   * <p>Between its making and the change of its mode a socket has the mode that the umask leaves
   * it: so it is made where no other user can go.
   *
   * @throws IOException with the path and the reason
   */
  public static AdminSocket open(Path socket, AdminRoutes routes) throws IOException {
    Path closed = socket.resolveSibling("." + socket.getFileName() + ".new");
    Path made = closed.resolve("s");
    AdminSocket opened = new AdminSocket(socket, new Server(threads()));
    try {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(made);
      Files.deleteIfExists(closed);
      Files.createDirectory(
          closed,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      opened.listen(made, routes);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
      Files.move(made, socket, StandardCopyOption.ATOMIC_MOVE);
      return opened;
    } catch (IOException unusable) {
      opened.stop();
      throw new IOException(socket + ": " + unusable.getMessage(), unusable);
    } finally {
      Files.deleteIfExists(made);
      Files.deleteIfExists(closed);
    }
  }

  private static QueuedThreadPool threads() {
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
    threads.setName("socket");
    threads.setDaemon(true);
    threads.setReservedThreads(0);
    threads.setStopTimeout(0);
    return threads;
  }

  private void listen(Path made, AdminRoutes routes) throws IOException {
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(HEADER_BYTES);
    http.setSendServerVersion(false);
    try (SocketName reached = SocketName.of(made)) {
      UnixDomainServerConnector connector =
          new UnixDomainServerConnector(server, 1, 1, new HttpConnectionFactory(http));
      connector.setUnixDomainPath(reached.address().getPath());
      connector.setIdleTimeout(0);
      server.addConnector(connector);
      PlainErrors.on(server);
      server.setHandler(new AdminHandler(routes, request -> Administrator.LOCAL));
      server.start();
    } catch (IOException | RuntimeException known) {
      throw known;
    } catch (Exception other) { // what a Jetty life cycle may throw
      throw new IOException(other.getMessage(), other);
    }
  }

  private void stop() {
    try {
      server.stop();
    } catch (Exception late) { // no request is served any more; what is left ends with the process
      throw new IllegalStateException("the socket " + socket + " was not closed", late);
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(socket);
    stop();
  }
}
