package org.bora.launcher.home;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The ports of one home. What was chosen once is written down and kept; it changes only when
 * somebody else holds it.
 */
public final class Ports {
  private final Path file;
  private final Map<String, Integer> chosen = new LinkedHashMap<>();

  private Ports(Path file) {
    this.file = file;
  }

  /** Reads the ports chosen so far; lines that make no sense are forgotten. */
  public static Ports read(Path file) throws IOException {
    Ports ports = new Ports(Objects.requireNonNull(file, "file"));
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
   * The port for a service: the one it had, else the usual one, else a free one; the choice is
   * written down.
   *
   * @param address the service will listen on
   * @param usual tried first in a new home
   */
  public int choose(String service, InetAddress address, int usual) throws IOException {
    List<Integer> wishes = new ArrayList<>();
    if (chosen.containsKey(service)) {
      wishes.add(chosen.get(service));
    }
    wishes.add(usual);
    for (int port : wishes) {
      if (isFree(address, port)) {
        return keep(service, port);
      }
    }
    try (ServerSocket any = new ServerSocket(0, 1, address)) {
      return keep(service, any.getLocalPort());
    }
  }

  /** Writes a choice down that was made elsewhere, for example by a process taken over. */
  public int keep(String service, int port) throws IOException {
    chosen.put(service, port);
    List<String> lines = new ArrayList<>();
    chosen.forEach((name, number) -> lines.add(name + " " + number));
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.write(next, lines);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    return port;
  }

  /** The port a service had; 0 when it never had one. */
  public int of(String service) {
    return chosen.getOrDefault(service, 0);
  }

  /**
   * Whether this process could listen there now. Nothing listens for the sake of the question: a
   * client that came in that moment would be accepted and dropped instead of refused.
   */
  public static boolean isFree(InetAddress address, int port) {
    try (Socket probe = new Socket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
