package org.bora.server.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.bora.admin.AdminSettings;
import org.bora.server.config.EndpointSettings;

/**
 * A port from the configuration. If the port cannot be opened, the message names the key, the port
 * and the remedy.
 *
 * @param key of the port
 * @param addressKey of the address
 * @param address an address of this machine, or its name
 * @param mayBeChosen whether {@code auto} chooses a free port
 */
record Listening(String key, String addressKey, String address, int port, boolean mayBeChosen) {
  private static final Path LEAST = Path.of("/proc/sys/net/ipv4/ip_unprivileged_port_start");
  private static final int USUAL_LEAST = 1024;
  private static final int PATIENCE_MILLIS = 1_000;

  Listening {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(addressKey, "addressKey");
    Objects.requireNonNull(address, "address");
  }

  static Listening at(String key, String addressKey, String address, int port) {
    return new Listening(key, addressKey, address, port, false);
  }

  /** A port for clients. */
  static Listening endpoint(String key, EndpointSettings endpoint, int port) {
    return at("endpoint." + key, "endpoint.address", endpoint.address(), port);
  }

  /** The port of administrators. */
  static Listening administrators(AdminSettings settings) {
    return at("admin.port", "admin.address", settings.address(), settings.port());
  }

  /** The same in a role that has a port chosen where the configuration leaves it open. */
  Listening chosen() {
    return new Listening(key, addressKey, address, port, true);
  }

  /**
   * For a role that begins work before it opens the port, and would have to stop in the middle of
   * that work.
   */
  void requireFree() throws StartFailure {
    InetSocketAddress at = new InetSocketAddress(address, port);
    if (!at.isUnresolved() && !canBind(at.getAddress(), port)) {
      throw new StartFailure(why(new IOException(taken())));
    }
  }

  /** Begins to listen. */
  @FunctionalInterface
  interface Begin<T> {
    T begin() throws IOException;
  }

  /** Begins to listen, without a result. */
  @FunctionalInterface
  interface Start {
    void start() throws IOException;
  }

  /**
   * Begins to listen.
   *
   * @param running the process, which may listen there already by another key
   */
  <T> T begin(Begin<T> beginning, Running running) throws StartFailure {
    try {
      T begun = beginning.begin();
      running.listens(this);
      return begun;
    } catch (IOException failure) {
      Optional<Listening> own = running.ports().stream().filter(this::meets).findFirst();
      throw new StartFailure(own.map(this::taken).orElseGet(() -> why(failure)));
    }
  }

  void start(Start starting, Running running) throws StartFailure {
    begin(
        () -> {
          starting.start();
          return this;
        },
        running);
  }

  private boolean meets(Listening other) {
    InetSocketAddress here = new InetSocketAddress(address, port);
    InetSocketAddress there = new InetSocketAddress(other.address, other.port);
    return port == other.port
        && !here.isUnresolved()
        && !there.isUnresolved()
        && (here.equals(there)
            || here.getAddress().isAnyLocalAddress()
            || there.getAddress().isAnyLocalAddress());
  }

  private String taken(Listening own) {
    return key
        + ": port "
        + port
        + " on "
        + address
        + " is in use by this process, for "
        + own.key
        + ": name another port for one of the two";
  }

  /**
   * The message for the administrator. The kernel's message depends on the language of the machine
   * and on the library, so the reason is determined again.
   */
  String why(IOException failure) {
    InetAddress at;
    try {
      at = InetAddress.getByName(address);
    } catch (IOException unknown) {
      return failure.getMessage();
    }
    if (canBind(at, port)) {
      return failure.getMessage(); // something else: a certificate, or it was free again at once
    }
    if (!canBind(at, 0)) {
      return addressKey
          + ": '"
          + address
          + "' cannot be listened on; name an address of this machine, or 0.0.0.0 for all of them";
    }
    return port < least() && !isAnswered(at) ? forbidden() : taken();
  }

  /** The port is in use. */
  String taken() {
    return key
        + ": port "
        + port
        + " on "
        + address
        + " is in use; `ss -ltnp 'sport = :"
        + port
        + "'` tells root by which process: stop that, or name another port"
        + (mayBeChosen ? " or auto" : "");
  }

  private String forbidden() {
    return key
        + ": port "
        + port
        + " needs a privilege, as all ports below "
        + least()
        + " do; name another port, or grant it: in the unit of systemd"
        + " AmbientCapabilities=CAP_NET_BIND_SERVICE";
  }

  /** As servers bind: connections of before that linger there do not count. */
  private static boolean canBind(InetAddress address, int port) {
    try (Socket socket = new Socket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private boolean isAnswered(InetAddress at) {
    InetAddress to = at.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : at;
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(to, port), PATIENCE_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static int least() {
    try {
      return Integer.parseInt(Files.readString(LEAST).strip());
    } catch (IOException | NumberFormatException unknown) {
      return USUAL_LEAST;
    }
  }
}
