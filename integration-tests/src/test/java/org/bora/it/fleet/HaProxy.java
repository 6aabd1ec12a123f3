package org.bora.it.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.testing.FreePort;
import org.bora.it.site.Shell;

/** A real HAProxy, in front of a fleet configured as docs/operate/split.md has it. */
public final class HaProxy implements AutoCloseable {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final int port;
  private final Process process;

  private HaProxy(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  static HaProxy before(Fleet fleet) throws IOException {
    int port = FreePort.find();
    return start(fleet.home(), configuration(fleet, port), port);
  }

  /**
   * One that is open.
   *
   * @param home where its files go
   * @param port that the configuration names
   */
  public static HaProxy start(Path home, String configuration, int port) throws IOException {
    Path file = home.resolve("haproxy.cfg");
    Files.writeString(file, configuration);
    Path log = home.resolve("haproxy.log");
    Process process =
        new Shell(home, Map.of())
            .start(log.toFile(), "/usr/sbin/haproxy", "-db", "-f", file.toString());
    HaProxy proxy = new HaProxy(port, process);
    proxy.awaitOpen(log);
    return proxy;
  }

  private static String configuration(Fleet fleet, int port) {
    return """
    global
      maxconn 500
    defaults
      mode tcp
      timeout connect 5s
      timeout client 2m
      timeout server 2m
      timeout check 2s
      retries 3
      option redispatch 1
    frontend srm
      bind 127.0.0.1:%d
      default_backend bora
    backend bora
      balance roundrobin
      option httpchk GET /ready
      default-server check inter 100ms fall 1 rise 1
      server frontend0 127.0.0.1:%d port %d send-proxy-v2
      server frontend1 127.0.0.1:%d port %d send-proxy-v2
    """
        .formatted(port, fleet.port(0), fleet.health(0), fleet.port(1), fleet.health(1));
  }

  private void awaitOpen(Path log) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException notYet) {
        if (!process.isAlive() || System.nanoTime() > end) {
          close();
          throw new AssertionError("HAProxy did not start: " + Files.readString(log), notYet);
        }
        LockSupport.parkNanos(10_000_000);
      }
    }
  }

  public int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
