package org.bora.server.home;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Optional;

/**
 * Where clients reach a Bora.
 *
 * @param host name in the host certificate
 * @param port of SRM
 * @param sfnRoot the first area, {@code /testvo}
 */
public record Endpoint(String host, int port, String sfnRoot) {

  public Endpoint {
    Objects.requireNonNull(host, "host");
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " is not in 1..65535");
    }
    if (!sfnRoot.startsWith("/")) {
      throw new IllegalArgumentException("SFN root '" + sfnRoot + "' does not begin with a slash");
    }
  }

  /** Reads {@code HOST:PORT SFN_ROOT}; empty without a file or with something else in it. */
  public static Optional<Endpoint> read(Path file) throws IOException {
    try {
      String[] words = Files.readString(file).strip().split(" ", 2);
      int colon = words[0].lastIndexOf(':');
      return words.length < 2 || colon < 1
          ? Optional.empty()
          : Optional.of(
              new Endpoint(
                  words[0].substring(0, colon),
                  Integer.parseInt(words[0].substring(colon + 1)),
                  words[1]));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IllegalArgumentException damaged) {
      return Optional.empty();
    }
  }

  public void write(Path file) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(next, this + "\n");
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The SURL of a path below the area. */
  public String surl(String path) {
    return "srm://" + host + ":" + port + sfnRoot + path;
  }

  /** Whether a process listens there; asks for at most two seconds. */
  public boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), 2000);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** As it stands in the file. */
  @Override
  public String toString() {
    return host + ":" + port + " " + sfnRoot;
  }
}
