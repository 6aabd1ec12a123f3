package org.bora.server.home;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports of one home. A chosen port is written down and kept; it changes only if another process
 * holds it.
 *
 * <p>Between the choice and the moment when the service listens, seconds may pass: a chosen port is
 * held until {@link #close}, so that no process that starts at the same time gets the same one. The
 * hold is a socket bound to the port that never listens, which shares the port with sockets that
 * set SO_REUSEADDR, as servers do (socket(7)). So it does not keep away another that only wants to
 * share, and a home that comes back to its port would meet the hold of a home that has taken the
 * port meanwhile. Therefore a port is chosen together with the UDP port of the same number, which
 * is not shared and on which no connection lingers.
 */
public final class Ports implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Ports.class);

  /** A free port whose UDP port is taken is passed over; so many times. */
  private static final int TRIES = 20;

  private final List<Closeable> holds = new ArrayList<>();
  private final Path file;
  private final Map<String, Integer> chosen = new LinkedHashMap<>();
  private final Set<Integer> named;

  private Ports(Path file, Set<Integer> named) {
    this.file = Objects.requireNonNull(file, "file");
    this.named = Set.copyOf(named);
  }

  /** Reads the ports chosen so far; lines that make no sense are forgotten. */
  public static Ports read(Path file) throws IOException {
    return read(file, Set.of());
  }

  /**
   * The same, where some ports are not to be chosen.
   *
   * @param named by the configuration for other services, which listen later
   */
  public static Ports read(Path file, Set<Integer> named) throws IOException {
    Ports ports = new Ports(file, named);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split(" ", 2);
        if (words.length == 2 && words[1].matches("[1-9][0-9]{0,4}")) {
          ports.chosen.put(words[0], Integer.valueOf(words[1]));
        }
      }
    }
    return ports;
  }

  /**
   * The port for a service: its former one, or the usual one, or any free one, but never one that
   * the configuration gives to another service. The choice is stored, and the port is held.
   *
   * @param address on which the service will listen
   * @param usual port to try first in a new home
   */
  public int choose(String service, InetAddress address, int usual) throws IOException {
    int had = of(service);
    if (had > 0 && claim(address, had, true)) {
      return keep(service, had);
    }
    // Not shared with connections that linger there either: a new home can as well have another.
    if (claim(address, usual, false)) {
      return keep(service, usual);
    }
    for (int tries = 0; tries < TRIES; tries++) {
      int free = free(address);
      if (claim(address, free, false)) {
        return keep(service, free);
      }
    }
    throw new IOException("no free port on " + address.getHostAddress());
  }

  private static int free(InetAddress address) throws IOException {
    try (Socket any = new Socket()) {
      any.bind(new InetSocketAddress(address, 0));
      return any.getLocalPort();
    }
  }

  /**
   * Holds a port unless another home holds it, a process listens there, or it is named for another
   * service.
   */
  private boolean claim(InetAddress address, int port, boolean shared) {
    if (named.contains(port)) {
      return false;
    }
    DatagramSocket alone;
    try {
      alone = new DatagramSocket(new InetSocketAddress(address, port));
    } catch (SocketException taken) {
      return false;
    }
    if (!bind(address, port, shared)) {
      alone.close();
      return false;
    }
    holds.add(alone);
    return true;
  }

  /**
   * Holds a port that was chosen elsewhere, for example by the configuration. Nothing listens for
   * it: a client that came in that moment would be accepted and dropped instead of refused.
   *
   * @return false when a process listens there
   */
  public boolean hold(InetAddress address, int port) {
    return bind(address, port, true);
  }

  private boolean bind(InetAddress address, int port, boolean shared) {
    Socket hold = new Socket();
    try {
      hold.setReuseAddress(shared);
      hold.bind(new InetSocketAddress(address, port));
      hold.setReuseAddress(true);
      holds.add(hold);
      return true;
    } catch (IOException taken) {
      closeQuietly(hold);
      return false;
    }
  }

  /** Writes a choice down that was made elsewhere, for example by a process taken over. */
  public int keep(String service, int port) throws IOException {
    chosen.put(service, port);
    write();
    return port;
  }

  private void write() throws IOException {
    List<String> lines = new ArrayList<>();
    chosen.forEach((name, number) -> lines.add(name + " " + number));
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.write(next, lines);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** A service that is not there any more has no port. */
  public void forget(String service) throws IOException {
    if (chosen.remove(service) != null) {
      write();
    }
  }

  /** The port a service had; 0 when it never had one. */
  public int of(String service) {
    return chosen.getOrDefault(service, 0);
  }

  /** Releases held ports; listening services continue. */
  @Override
  public void close() {
    holds.forEach(Ports::closeQuietly);
    holds.clear();
  }

  private static void closeQuietly(Closeable hold) {
    try {
      hold.close();
    } catch (IOException e) {
      LOG.debug("a held port", e);
    }
  }
}
