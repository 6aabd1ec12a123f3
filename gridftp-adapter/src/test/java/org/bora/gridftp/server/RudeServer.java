package org.bora.gridftp.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A server that accepts connections and then behaves badly. */
public final class RudeServer implements AutoCloseable {

  /** What it does with a connection; it is closed when this returns. */
  @FunctionalInterface
  public interface Manners {
    void treat(Socket socket) throws IOException, InterruptedException;
  }

  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Thread acceptor;

  private RudeServer(Manners manners) throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    acceptor = Thread.ofVirtual().start(() -> accept(manners));
  }

  public static RudeServer with(Manners manners) throws IOException {
    return new RudeServer(manners);
  }

  /** Accepts and says nothing, ever. */
  public static RudeServer silent() throws IOException {
    return with(socket -> socket.getInputStream().readAllBytes());
  }

  /** Greets and then says nothing. */
  public static RudeServer silentAfterGreeting() throws IOException {
    return with(
        socket -> {
          say(socket, "220 hello\r\n");
          socket.getInputStream().readAllBytes();
        });
  }

  /** Sends one letter of a greeting without end every 20 ms: never silent, never done. */
  public static RudeServer dribbling() throws IOException {
    return with(
        socket -> {
          say(socket, "220-");
          while (true) {
            say(socket, "x");
            // the pace is the behaviour under test
            Thread.currentThread().join(20);
          }
        });
  }

  /** Sends one line without end, as fast as it is read. */
  public static RudeServer flooding() throws IOException {
    return with(
        socket -> {
          say(socket, "220-");
          String much = "x".repeat(65_536);
          while (true) {
            say(socket, much);
          }
        });
  }

  private static void say(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Connections that are open now. */
  public int connections() {
    return open.size();
  }

  private void accept(Manners manners) {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket, manners));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket, Manners manners) {
    try (socket) {
      manners.treat(socket);
    } catch (IOException e) {
      // the client has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
    acceptor.interrupt();
  }
}
