package org.bora.gridftp.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A real globus-gridftp-server as a child process on the loopback interface. */
public final class GridFtpServer implements AutoCloseable {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final ThrowawayGrid grid;
  private final Path directory;
  private final Path certificate;
  private final Path key;
  private final String dataAddress;
  private final int port;
  private Process process;

  private GridFtpServer(
      ThrowawayGrid grid, Path directory, Path certificate, Path key, String dataAddress)
      throws IOException {
    this.grid = grid;
    this.directory = directory;
    this.certificate = certificate;
    this.key = key;
    this.dataAddress = dataAddress;
    this.port = freePort();
  }

  /** Starts one that shows the host certificate for localhost and serves {@code directory}. */
  public static GridFtpServer start(ThrowawayGrid grid, Path directory) throws IOException {
    return start(grid, directory, "host/host");
  }

  /**
   * Starts one that shows another certificate.
   *
   * @param credential of the grid, as {@code NAME.pem} and {@code NAME.key}
   */
  public static GridFtpServer start(ThrowawayGrid grid, Path directory, String credential)
      throws IOException {
    return start(grid, directory, credential, "127.0.0.1");
  }

  /** Starts one that listens for data at another address of this machine, and answers PASV so. */
  public static GridFtpServer startWithDataAt(
      String dataAddress, ThrowawayGrid grid, Path directory) throws IOException {
    return start(grid, directory, "host/host", dataAddress);
  }

  private static GridFtpServer start(
      ThrowawayGrid grid, Path directory, String credential, String dataAddress)
      throws IOException {
    Path certificate = grid.file(credential + ".pem");
    Path key = grid.file(credential + ".key");
    GridFtpServer server = new GridFtpServer(grid, directory, certificate, key, dataAddress);
    server.start();
    return server;
  }

  public int port() {
    return port;
  }

  /** Starts it again on the same port. */
  public void start() throws IOException {
    Path options =
        Files.writeString(directory.resolve("gridftp.conf"), "# all on the command line\n");
    Path log = directory.resolve("gridftp.out");
    List<String> command = new ArrayList<>(List.of("globus-gridftp-server", "-s"));
    command.addAll(List.of("-c", options.toString(), "-port", Integer.toString(port)));
    command.addAll(List.of("-control-interface", "127.0.0.1", "-data-interface", dataAddress));
    command.addAll(List.of("-home-dir", directory.toString(), "-rp", directory.toString()));
    command.addAll(List.of("-allow-disabled-login", "-allow-root"));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "X509_USER_CERT", certificate.toString(),
                "X509_USER_KEY", key.toString(),
                "X509_CERT_DIR", grid.trust().toString(),
                "GRIDMAP", grid.file("gridmap").toString(),
                "GLOBUS_HOSTNAME", "localhost"));
    process = builder.start();
    long start = System.nanoTime();
    while (!listens()) {
      if (!process.isAlive() || System.nanoTime() - start > PATIENCE_NANOS) {
        kill();
        throw new IOException("the GridFTP server did not start:\n" + Files.readString(log));
      }
      LockSupport.parkNanos(20_000_000); // a foreign process: nothing to be told by
    }
  }

  /** Stops the processes that serve its connections, without ending them. */
  public void freeze() throws IOException, InterruptedException {
    for (ProcessHandle child : process.descendants().toList()) {
      Process kill = new ProcessBuilder("kill", "-STOP", Long.toString(child.pid())).start();
      if (!kill.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
        throw new IOException("kill -STOP does not end");
      }
    }
  }

  /** Kills it, with the processes it forked for connections. */
  public void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().orTimeout(PATIENCE_NANOS, TimeUnit.NANOSECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
