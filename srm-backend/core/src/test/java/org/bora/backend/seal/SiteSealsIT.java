package org.bora.backend.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.storage.spi.SealKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The seal keys in the database and in the files of backends. */
@ExtendWith(MariaDb.class)
class SiteSealsIT {
  private static final int BACKENDS = 4;

  private final SecureRandom random = new SecureRandom();
  private Path directory;
  private Database database;
  private Transactions transactions;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path place) {
    directory = place;
    database = new Database(schemas.migrated());
    transactions = new Transactions(database, Thread::sleep, random);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SiteSeals backend(String name) {
    return new SiteSeals(transactions, directory.resolve(name), random);
  }

  private SealKeys loaded(String name) throws IOException {
    SiteSeals seals = backend(name);
    seals.load();
    return seals.keys();
  }

  private void loseTheDatabase() {
    transactions.run(sql -> sql.sql("DELETE FROM seal_key").update());
  }

  @Test
  void backendsThatStartAtTheSameMomentHaveOneKey() throws Exception {
    CyclicBarrier together = new CyclicBarrier(BACKENDS);
    Set<String> current = new HashSet<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(BACKENDS)) {
      List<Future<String>> started = new ArrayList<>();
      for (int at = 0; at < BACKENDS; at++) {
        String name = "backend" + at;
        Callable<String> start =
            () -> {
              together.await();
              return loaded(name).current().orElseThrow();
            };
        started.add(threads.submit(start));
      }
      for (Future<String> one : started) {
        current.add(one.get());
      }
    }
    assertEquals(1, current.size());
    long keys =
        transactions.read(
            sql -> sql.sql("SELECT COUNT(*) FROM seal_key").query(Long.class).single());
    assertEquals(1, keys);
    for (int at = 0; at < BACKENDS; at++) {
      assertArrayEquals(
          Files.readAllBytes(directory.resolve("backend0")),
          Files.readAllBytes(directory.resolve("backend" + at)));
    }
  }

  @Test
  void aLostDatabaseGetsTheKeyFromTheFile() throws IOException {
    String before = loaded("one").current().orElseThrow();
    loseTheDatabase();
    assertEquals(before, loaded("one").current().orElseThrow());
    loseTheDatabase();
    SealKeys other = loaded("fresh");
    assertNotEquals(before, other.current().orElseThrow());
    SiteSeals fresh = backend("fresh");
    fresh.load();
    assertTrue(fresh.keys().code(before, "text").isEmpty());
    SealKeys one = loaded("one");
    assertEquals(other.current(), one.current(), "all backends seal with the same key");
    assertTrue(one.code(before, "text").isPresent(), "and believe the older one");
    fresh.load();
    assertTrue(fresh.keys().code(before, "text").isPresent(), "the other backend too");
  }

  @Test
  void theFileIsForBoraAlone() throws IOException {
    loaded("one");
    Path file = directory.resolve("one");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    IOException refused = assertThrows(IOException.class, () -> loaded("one"));
    assertTrue(refused.getMessage().contains("chmod 600 " + file), refused::getMessage);
  }

  @Test
  void aFileThatHoldsSomethingElseIsNamedWithTheLine() throws IOException {
    loaded("one");
    Path file = directory.resolve("one");
    for (String wrong : List.of("abc", "00ff", "x".repeat(64))) {
      Files.writeString(file, "# a comment\n" + wrong + "\n");
      IOException refused = assertThrows(IOException.class, () -> loaded("one"));
      assertTrue(refused.getMessage().startsWith(file + " line 2 "), refused::getMessage);
    }
  }
}
