package org.bora.backend.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.backend.database.DatabaseSettings;

/**
 * A way to a database server, or another one, that can be cut, so that connections break off and
 * none is taken, or fall silent without a word, as a network does: connections stay, new ones are
 * taken, nothing passes. Thread safe.
 */
public final class DatabaseWay implements AutoCloseable {
  private final URI server;
  private final int port;
  private final List<Socket> sockets = new ArrayList<>();
  private ServerSocket listener;
  private int opened;
  private boolean silent;
  private int answersLeft = Integer.MAX_VALUE;

  public DatabaseWay(DatabaseSettings settings) throws IOException {
    this(URI.create(settings.url().substring("jdbc:".length())));
  }

  /** A way to a port of this machine; it need not be listened on yet. */
  public static DatabaseWay toPort(int port) throws IOException {
    return new DatabaseWay(URI.create("tcp://127.0.0.1:" + port));
  }

  private DatabaseWay(URI server) throws IOException {
    this.server = server;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port = listener.getLocalPort();
    accept(listener);
  }

  /** The port of its beginning. */
  public int port() {
    return port;
  }

  /** {@code HOST:PORT} of its beginning. */
  public String place() {
    return "127.0.0.1:" + port;
  }

  /** Those settings with these ways instead of the server's own address. */
  public static DatabaseSettings through(
      DatabaseSettings real, Duration statementTimeout, DatabaseWay... ways) {
    String places = Stream.of(ways).map(DatabaseWay::place).collect(Collectors.joining(","));
    return through(real, statementTimeout, places);
  }

  /** The same with places, commas between them. */
  public static DatabaseSettings through(
      DatabaseSettings real, Duration statementTimeout, String places) {
    URI url = URI.create(real.url().substring("jdbc:".length()));
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    return new DatabaseSettings(
        "jdbc:mysql://" + places + url.getRawPath() + query,
        real.user(),
        real.password(),
        2,
        2,
        Duration.ofSeconds(5),
        statementTimeout);
  }

  /** How many connections went through. */
  public synchronized int opened() {
    return opened;
  }

  /** Nothing passes any more, in no direction, until {@link #speak}. */
  public synchronized void fallSilent() {
    silent = true;
  }

  /** What was held back goes on, in its order. */
  public synchronized void speak() {
    silent = false;
    notifyAll();
  }

  /**
   * After so many answers more the connection that brings the next one is silent for good: the
   * server has done what it was asked for, and nobody hears of it. When the client hangs up the
   * server learns that. All other connections are as before.
   */
  public synchronized void loseAnswerAfter(int answers) {
    answersLeft = answers;
  }

  /** Whether that answer has been lost. */
  public synchronized boolean hasLostAnswer() {
    return answersLeft < 0;
  }

  /**
   * The beginning of a way that is cut, for a test that wants to see the connections that come. The
   * kernel gives the port back when the thread that accepted on it has noticed the cut.
   */
  public ServerSocket closed() throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try {
        return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      } catch (BindException stillTaken) {
        if (System.nanoTime() - end > 0) {
          throw stillTaken;
        }
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  /** Takes connections again. */
  public void join() throws IOException {
    ServerSocket again = closed();
    synchronized (this) {
      listener = again;
    }
    accept(again);
  }

  /** Breaks all connections off and takes none. */
  public synchronized void cut() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  private void accept(ServerSocket from) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (!from.isClosed()) {
                  pass(from, from.accept());
                }
              } catch (IOException cut) {
                if (!from.isClosed()) {
                  throw new UncheckedIOException(cut);
                }
              }
            });
  }

  /** A closed listener may still hand out the one that came while it was being closed. */
  private synchronized void pass(ServerSocket from, Socket client) throws IOException {
    if (from.isClosed()) {
      client.close();
      return;
    }
    Socket to;
    try {
      to = new Socket(server.getHost(), server.getPort());
    } catch (ConnectException nobodyListens) {
      client.close();
      return;
    }
    opened++;
    sockets.add(client);
    sockets.add(to);
    copy(client, to, false);
    copy(to, client, true);
  }

  private void copy(Socket from, Socket to, boolean answers) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (from;
                  to) {
                pump(from.getInputStream(), to.getOutputStream(), answers);
              } catch (IOException cut) {
                // both ends are closed with it
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void pump(InputStream in, OutputStream out, boolean answers)
      throws IOException, InterruptedException {
    byte[] bytes = new byte[1 << 16];
    boolean lost = false;
    for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
      lost = lost || (answers && isLost());
      if (!lost) {
        awaitVoice();
        out.write(bytes, 0, count);
      }
    }
  }

  private synchronized boolean isLost() {
    return answersLeft >= 0 && answersLeft != Integer.MAX_VALUE && answersLeft-- == 0;
  }

  private synchronized void awaitVoice() throws InterruptedException {
    while (silent) {
      wait();
    }
  }

  @Override
  public void close() throws IOException {
    speak();
    cut();
  }
}
