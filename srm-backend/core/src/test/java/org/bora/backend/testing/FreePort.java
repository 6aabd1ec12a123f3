package org.bora.backend.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a server that is started later. It lies below those that Linux gives to outgoing
 * connections (32768 and up): of these there are many beside a test, and one of them would take it
 * meanwhile.
 */
public final class FreePort {
  private static final int LEAST = 20_000;
  private static final int MOST = 32_000;
  private static final int TRIES = 100;

  private FreePort() {}

  /** One on which nobody listens on the loopback interface. */
  public static int find() throws IOException {
    return find(1)[0];
  }

  /** As many, all different. */
  public static int[] find(int count) throws IOException {
    List<ServerSocket> taken = new ArrayList<>();
    try {
      int[] ports = new int[count];
      for (int i = 0; i < count; i++) {
        taken.add(take());
        ports[i] = taken.getLast().getLocalPort();
      }
      return ports;
    } finally {
      for (ServerSocket socket : taken) {
        socket.close();
      }
    }
  }

  private static ServerSocket take() throws IOException {
    for (int tried = 0; tried < TRIES; tried++) {
      int port = ThreadLocalRandom.current().nextInt(LEAST, MOST);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException used) {
        // another one then
      }
    }
    throw new IOException("no port is free between " + LEAST + " and " + MOST);
  }
}
