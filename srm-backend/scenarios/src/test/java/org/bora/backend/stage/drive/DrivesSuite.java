package org.bora.backend.stage.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.testing.LostCommits;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two backends and a library with three drives. */
abstract class DrivesSuite {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final String LIBRARY = "robot";
  private static final int DRIVES = 3;

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final List<Database> databases = new ArrayList<>();
  private DatabaseSettings settings;
  private Drives one;
  private Drives other;

  @BeforeEach
  void open(Schemas schemas) {
    settings = schemas.migrated();
    one = drives(settings);
    other = drives(settings);
  }

  private Drives drives(DatabaseSettings settings) {
    return drives(settings, DRIVES);
  }

  private Drives drives(DatabaseSettings settings, int count) {
    Database database = new Database(settings);
    databases.add(database);
    SecureRandom random = new SecureRandom();
    return new Drives(
        new Transactions(database, Thread::sleep, random),
        new TapeLibraries(Map.of(LIBRARY, new ManyDrives(count), "small", new ManyDrives(1))),
        new TokenSource(time, random),
        LEASE);
  }

  @AfterEach
  void close() {
    databases.forEach(Database::close);
  }

  private static DriveHold take(Drives drives, String volume) {
    return drives.take(LIBRARY, DriveUse.RECALL, volume).orElseThrow();
  }

  @Test
  void thereAreAsManyBatchesAsDrivesOverAllBackends() {
    DriveHold first = take(one, "A");
    take(other, "B");
    take(one, "");

    assertEquals(Optional.empty(), other.take(LIBRARY, DriveUse.MIGRATE));
    assertTrue(other.take("small", DriveUse.MIGRATE).isPresent(), "another library");

    first.close();
    assertTrue(other.take(LIBRARY, DriveUse.MIGRATE).isPresent());
  }

  @Test
  void theLeaseOfADriveBeginsWhenItIsHadAndNotWhenItWasAskedFor() {
    Database database = new Database(settings);
    databases.add(database);
    SecureRandom random = new SecureRandom();
    Transactions slow =
        new Transactions(
            database.reads(),
            LostCommits.of(database.writes(), 1),
            _ -> time.pass(LEASE.minusSeconds(1)),
            random);
    Drives late =
        new Drives(
            slow,
            new TapeLibraries(Map.of(LIBRARY, new ManyDrives(DRIVES))),
            new TokenSource(time, random),
            LEASE);
    assertTrue(late.take(LIBRARY, DriveUse.RECALL, "A").isPresent());

    time.pass(LEASE.minusSeconds(1));

    assertEquals(Optional.empty(), other.take(LIBRARY, DriveUse.RECALL, "A"));
  }

  @Test
  void oneBatchHasAVolume() {
    DriveHold first = take(one, "A");

    assertEquals(Optional.empty(), other.take(LIBRARY, DriveUse.RECALL, "A"));
    DriveHold second = other.take(LIBRARY, DriveUse.RECALL).orElseThrow();
    assertFalse(second.setVolume("A"));
    assertTrue(second.setVolume("B"));
    assertTrue(second.setVolume("B"), "said again");

    first.close();
    assertTrue(second.setVolume("A"));
  }

  @Test
  void whereDrivesWereTakenAwayTheirBatchesCountAndTheirVolumesComeFree() {
    take(one, "A");
    take(one, "B");
    DriveHold last = take(one, "C");
    Drives fewer = drives(settings, 1);

    assertEquals(3, fewer.of(LIBRARY).size(), "batches that run are seen");
    assertEquals(Optional.empty(), fewer.take(LIBRARY, DriveUse.RECALL, "C"));
    time.pass(LEASE.minusSeconds(1));
    assertTrue(last.renew());
    time.pass(Duration.ofSeconds(1));
    assertEquals(
        Optional.empty(), fewer.take(LIBRARY, DriveUse.RECALL, "B"), "one drive, one batch");
    time.pass(LEASE);
    assertEquals(1, fewer.of(LIBRARY).size());
    assertEquals(0, take(fewer, "C").slot(), "who had it is dead, and nobody uses its drive");
  }

  @Test
  void whoDoesNotRenewLosesDriveAndVolume() {
    DriveHold dead = take(one, "A");
    DriveHold alive = take(one, "B");
    time.pass(LEASE.minusSeconds(1));
    assertTrue(alive.renew());
    time.pass(Duration.ofSeconds(1));

    assertEquals(Optional.empty(), other.take(LIBRARY, DriveUse.RECALL, "B"));
    DriveHold heir = take(other, "A");
    take(other, "C");

    assertEquals(Optional.empty(), other.take(LIBRARY, DriveUse.RECALL));
    assertFalse(dead.renew());
    assertFalse(dead.setVolume("D"));
    dead.close();
    assertTrue(heir.renew(), "who was dead takes nothing from the living");
  }

  @Test
  void aVolumeOfADeadHolderIsTakenInAnotherDriveToo() {
    take(one, "A");
    DriveHold living = take(one, "B");
    time.pass(LEASE);
    assertTrue(living.renew(), "late, and nobody came");
    assertTrue(living.setVolume("A"));
  }

  @Test
  void theNextHolderIsToldWhatLiesInTheDriveAndGetsIt() {
    DriveHold first = take(one, "A");
    DriveHold second = take(one, "B");
    first.close();
    DriveState.Pace pace = new DriveState.Pace(Duration.ofSeconds(7), 3, 1000);
    second.leave(Optional.of(new DriveState.Loaded("B", 42, SmallSite.START)), Optional.of(pace));

    DriveState idle = other.of(LIBRARY).get(second.slot());
    assertTrue(idle.isFree(time.instant()));
    assertEquals(Optional.of(new DriveState.Loaded("B", 42, SmallSite.START)), idle.loaded());
    assertEquals(pace, idle.pace());
    assertEquals(second.slot(), take(other, "B").slot());
    assertEquals(Optional.of("B"), other.of(LIBRARY).get(second.slot()).busyWith(time.instant()));
  }

  @Test
  void nobodyEverSharesAVolumeOrADrive() throws Exception {
    Map<String, AtomicInteger> users =
        Map.of("A", new AtomicInteger(), "B", new AtomicInteger(), "C", new AtomicInteger());
    AtomicInteger batches = new AtomicInteger();
    AtomicInteger all = new AtomicInteger();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> running = new ArrayList<>();
      for (int thread = 0; thread < 6; thread++) {
        Drives drives = thread % 2 == 0 ? one : other;
        Random random = new Random(thread);
        Callable<Void> work =
            () -> {
              for (int round = 0; round < 15; round++) {
                String volume = List.of("A", "B", "C").get(random.nextInt(3));
                drives
                    .take(LIBRARY, DriveUse.RECALL, volume)
                    .ifPresent(hold -> use(hold, users.get(volume), batches, all));
              }
              return null;
            };
        running.add(executor.submit(work));
      }
      for (Future<Void> thread : running) {
        thread.get();
      }
    }
    assertTrue(all.get() > 10, () -> "only " + all);
  }

  private static void use(
      DriveHold hold, AtomicInteger users, AtomicInteger batches, AtomicInteger all) {
    try (hold) {
      assertEquals(1, users.incrementAndGet());
      assertTrue(batches.incrementAndGet() <= DRIVES);
      assertTrue(hold.renew());
      all.incrementAndGet();
      batches.decrementAndGet();
      users.decrementAndGet();
    }
  }
}
