package org.bora.backend.operation.copy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A GridFTP server that takes connections and says nothing: a copy from it goes on and on. */
final class SilentServer implements AutoCloseable {
  private final ServerSocket listener;
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  SilentServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url(String name) {
    return "gsiftp://localhost:" + listener.getLocalPort() + "/" + name;
  }

  /** How many it has taken. */
  int connections() {
    return open.size();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        open.add(listener.accept());
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
