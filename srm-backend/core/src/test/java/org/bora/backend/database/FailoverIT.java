package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.bora.backend.testing.DatabaseWay;
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
    try (DatabaseWay one = new DatabaseWay(real);
        DatabaseWay two = new DatabaseWay(real);
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
    try (DatabaseWay one = new DatabaseWay(real);
        DatabaseWay two = new DatabaseWay(real);
        Database database = new Database(through(real, one, two));
        DatabaseNeed need = new DatabaseNeed(database)) {
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
        DatabaseWay well = new DatabaseWay(real)) {
      String hanging = "127.0.0.1:" + silent.getLocalPort();
      DatabaseSettings settings =
          DatabaseWay.through(real, Duration.ofMinutes(2), hanging + "," + well.place());
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
    try (DatabaseWay one = new DatabaseWay(real);
        DatabaseWay two = new DatabaseWay(real);
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

  @Test
  void whatWaitsForAServerThatHangsGoesOnAtTheOther(Schemas schemas) throws Exception {
    DatabaseSettings real = schemas.migrated();
    try (DatabaseWay one = new DatabaseWay(real);
        DatabaseWay two = new DatabaseWay(real);
        Database database =
            new Database(DatabaseWay.through(real, Duration.ofMinutes(10), one, two));
        DatabaseNeed need = new DatabaseNeed(database)) {
      Transactions transactions = new Transactions(database, Thread::sleep, new Random(1));
      write(transactions, "before");
      assertEquals(Optional.empty(), need.trouble());
      one.fallSilent();
      // both connections of the pool are in use: nobody would ask for a new one
      List<CompletableFuture<Void>> waiting =
          Stream.of("one", "other")
              .map(
                  task ->
                      CompletableFuture.runAsync(
                          () -> write(transactions, task), Thread::startVirtualThread))
              .toList();
      assertEquals(Optional.empty(), need.trouble(), "the second serves");
      for (CompletableFuture<Void> write : waiting) {
        write.get(1, TimeUnit.MINUTES); // and not after the ten that a statement may take
      }
      assertEquals(3, rows(transactions));
    }
  }

  @Test
  void aServerThatHangsIsLeftWhereNobodyAsksForHealth(Schemas schemas) throws Exception {
    DatabaseSettings real = schemas.migrated();
    try (DatabaseWay one = new DatabaseWay(real);
        DatabaseWay two = new DatabaseWay(real);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        ExecutorService looks = Executors.newVirtualThreadPerTaskExecutor();
        Database database =
            new Database(DatabaseWay.through(real, Duration.ofMinutes(10), one, two))) {
      Transactions transactions = new Transactions(database, Thread::sleep, new Random(1));
      write(transactions, "before");
      try (DatabaseWatch _ = new DatabaseWatch(database, Duration.ofMillis(50), timer, looks)) {
        one.fallSilent();
        CompletableFuture.runAsync(() -> write(transactions, "in hand"), looks)
            .get(1, TimeUnit.MINUTES); // and not after the ten that a statement may take
      }
      assertEquals(2, rows(transactions));
    }
  }

  @Test
  void whoComesBackIsUsedAtOnce(Schemas schemas) throws Exception {
    DatabaseSettings real = schemas.migrated();
    try (DatabaseWay way = new DatabaseWay(real)) {
      DatabaseSettings settings = DatabaseWay.through(real, Duration.ofSeconds(5), way);
      Properties driver = new Properties();
      driver.setProperty("user", real.user());
      driver.setProperty("password", real.password());
      DataSource connections =
          new ServingConnections(
              new ServerInUse(settings.servers(), () -> {}),
              driver,
              Duration.ofSeconds(5),
              Duration.ofMinutes(1));
      connections.getConnection().close();
      way.cut();
      FutureTask<Boolean> valid =
          new FutureTask<>(
              () -> {
                try (Connection connection = connections.getConnection()) {
                  return connection.isValid(5);
                }
              });
      Thread.ofPlatform().start(valid);
      turnAway(way, 20);
      int before = way.opened();
      way.join();
      assertTrue(valid.get(30, TimeUnit.SECONDS));
      assertEquals(before + 1, way.opened(), "by the first that passed");
    }
  }

  /**
   * Refuses so many attempts to connect, where nobody else listens. In their time a pool that waits
   * longer after each would have made ten: the number tells how soon who comes back is found, and
   * not how busy the machine is.
   */
  private static void turnAway(DatabaseWay way, int attempts) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    try (ServerSocket door = way.closed()) {
      for (int attempt = 0; attempt < attempts; attempt++) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        door.setSoTimeout((int) Math.max(1, left));
        door.accept().close();
      }
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

  private static DatabaseSettings through(DatabaseSettings real, DatabaseWay one, DatabaseWay two) {
    return DatabaseWay.through(real, Duration.ofSeconds(5), one, two);
  }
}
