package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.sql.DataSource;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A database of two servers, of which one is killed: here two ways to the same server. */
@ExtendWith(MariaDb.class)
@Timeout(180)
class FailoverIT {

  @Test
  void whatIsInHandGoesOnAtTheOtherServerAndMayWrite(Schemas schemas) throws Exception {
    DatabaseSettings real = schemas.migrated();
    try (Way one = new Way(real);
        Way two = new Way(real);
        Database database = new Database(through(real, one, two))) {
      Transactions transactions = new Transactions(database, Thread::sleep, new Random(1));
      write(transactions, "before");
      int unused = two.opened();
      one.cut();
      write(transactions, "after");
      assertEquals(2, rows(transactions));
      assertTrue(two.opened() > unused, "it went through the second");
      two.cut();
      one.join();
      write(transactions, "back");
      assertEquals(3, rows(transactions));
    }
  }

  @Test
  void whereNoneServesThatIsSaidAndItIsWellAgainByItself(Schemas schemas) throws Exception {
    DatabaseSettings real = schemas.migrated();
    try (Way one = new Way(real);
        Way two = new Way(real);
        DatabaseNeed need = new DatabaseNeed(through(real, one, two))) {
      assertEquals(Optional.empty(), need.trouble());
      one.cut();
      assertEquals(Optional.empty(), need.trouble(), "the second serves");
      two.cut();
      assertTrue(need.trouble().isPresent());
      assertThrows(SQLException.class, () -> Database.connect(through(real, one, two)));
      one.join();
      assertEquals(Optional.empty(), need.trouble());
    }
  }

  @Test
  void aServerThatHangsCostsItsShareOfTheTimeAndNotThatOfAStatement(Schemas schemas)
      throws Exception {
    DatabaseSettings real = schemas.migrated();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Way well = new Way(real)) {
      String hanging = "127.0.0.1:" + silent.getLocalPort();
      DatabaseSettings settings = through(real, hanging, well.place(), Duration.ofMinutes(2));
      long began = System.nanoTime();
      try (Database database = new Database(settings)) {
        Transactions transactions = new Transactions(database, Thread::sleep, new Random(1));
        write(transactions, "at once");
        assertEquals(1, rows(transactions));
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        assertTrue(took.toSeconds() < 60, () -> "it took " + took);
        for (DataSource pool : List.of(database.reads(), database.writes())) {
          try (Connection connection = pool.getConnection()) {
            assertEquals(120_000, connection.getNetworkTimeout(), "for statements");
          }
        }
      }
    }
  }

  @Test
  void bothPoolsUseOneServerAndLeaveItTogether(Schemas schemas) throws Exception {
    DatabaseSettings real = schemas.migrated();
    try (Way one = new Way(real);
        Way two = new Way(real);
        Database database = new Database(through(real, one, two))) {
      Transactions transactions = new Transactions(database, Thread::sleep, new Random(1));
      one.cut();
      write(transactions, "the pool of writes finds the second");
      one.join();
      int before = one.opened();
      assertEquals(1, rows(transactions), "the pool of reads goes there too");
      assertEquals(before, one.opened());
    }
  }

  private static void write(Transactions transactions, String task) {
    transactions.run(
        sql -> sql.sql("INSERT INTO sweep_turn (task, due_ms) VALUES (?, 0)").param(task).update());
  }

  private static int rows(Transactions transactions) {
    return transactions.read(
        sql -> sql.sql("SELECT COUNT(*) FROM sweep_turn").query(Integer.class).single());
  }

  private static DatabaseSettings through(DatabaseSettings real, Way one, Way two) {
    return through(real, one.place(), two.place(), Duration.ofSeconds(5));
  }

  private static DatabaseSettings through(
      DatabaseSettings real, String one, String two, Duration statementTimeout) {
    URI url = URI.create(real.url().substring("jdbc:".length()));
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    return new DatabaseSettings(
        "jdbc:mysql://" + one + "," + two + url.getRawPath() + query,
        real.user(),
        real.password(),
        2,
        2,
        Duration.ofSeconds(5),
        statementTimeout);
  }

  /** Passes connections on to the server until it is cut: then all break off, and none is taken. */
  private static final class Way implements AutoCloseable {
    private final URI server;
    private final int port;
    private final List<Socket> sockets = new ArrayList<>();
    private ServerSocket listener;
    private int opened;

    Way(DatabaseSettings settings) throws IOException {
      server = URI.create(settings.url().substring("jdbc:".length()));
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      port = listener.getLocalPort();
      accept(listener);
    }

    String place() {
      return "127.0.0.1:" + port;
    }

    synchronized int opened() {
      return opened;
    }

    void join() throws IOException {
      ServerSocket again = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      synchronized (this) {
        listener = again;
      }
      accept(again);
    }

    synchronized void cut() throws IOException {
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
      Socket to = new Socket(server.getHost(), server.getPort());
      opened++;
      sockets.add(client);
      sockets.add(to);
      copy(client, to);
      copy(to, client);
    }

    private static void copy(Socket from, Socket to) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (from;
                    to) {
                  from.getInputStream().transferTo(to.getOutputStream());
                } catch (IOException cut) {
                  // both ends are closed with it
                }
              });
    }

    @Override
    public void close() throws IOException {
      cut();
    }
  }
}
