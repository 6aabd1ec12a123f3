package org.bora.backend.area;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Transactions;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.posix.AreaMark;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends that have, or have not, the same directory at the root of an area. */
abstract class AreaGateSuite {
  private static final Map<String, String> SETTINGS = Map.of("areas.vo.class", "d1t0");

  private final AtomicLong nanos = new AtomicLong();
  private final List<AutoCloseable> open = new ArrayList<>();
  private DatabaseSettings settings;
  private Path shared;
  private Path local;

  /** Where a root is mounted: a link that the test turns. */
  private Path mountPoint;

  @BeforeEach
  void makeDirectories(Schemas schemas, @TempDir Path directory) throws IOException {
    settings = schemas.migrated();
    shared = Files.createDirectory(directory.resolve("shared"));
    local = Files.createDirectory(directory.resolve("local"));
    mountPoint = directory.resolve("mounted");
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  private AreaGate backend(String name, Path root) {
    return backend(name, "vo", root, SETTINGS);
  }

  private AreaGate backend(String name, String area, Path root, Map<String, String> keys) {
    Database database = new Database(settings);
    open.add(database);
    Transactions transactions = new Transactions(database, Thread::sleep, new SecureRandom());
    AreaGate gate =
        new AreaGate(
            new AreaGate.AreaPlace(
                area, root, new TreeMap<>(keys), () -> new PosixDriver().open(root)),
            new AreaClaims(transactions, name),
            nanos::get);
    open.add(gate);
    gate.look();
    return gate;
  }

  private static void assertServes(AreaGate gate) throws StorageException {
    assertEquals(Optional.empty(), gate.withheld());
    assertTrue(gate.tree().facts(AreaPath.ROOT).kind() != null);
  }

  private static String refusal(AreaGate gate) {
    StorageException refused = assertThrows(StorageException.class, gate::tree);
    assertEquals(Reason.WITHHELD, refused.reason());
    assertTrue(refused.getMessage().contains(gate.withheld().orElseThrow()));
    return gate.withheld().orElseThrow();
  }

  private void mount(Path directory) throws IOException {
    Files.deleteIfExists(mountPoint);
    Files.createSymbolicLink(mountPoint, directory);
  }

  @Test
  void backendsWithOneDirectoryServeIt() throws Exception {
    assertServes(backend("one", shared));
    mount(shared);
    assertServes(backend("two", mountPoint));
  }

  @Test
  void aBackendWithAnotherRootRefusesAndSaysWhy() throws Exception {
    AreaGate right = backend("one", shared);
    AreaGate wrong = backend("two", local);

    assertServes(right);
    String why = refusal(wrong);
    assertTrue(why.contains("claimed by one"), why);
    assertTrue(why.contains("bora areas adopt vo"), why);
  }

  @Test
  void aBackendWhoseStorageIsNotMountedServesItOnceItIs() throws Exception {
    backend("one", shared);
    mount(local);
    AreaGate late = backend("two", mountPoint);
    refusal(late);

    mount(shared);
    late.look();

    assertServes(late);
    assertEquals(shared.toRealPath(), late.root());
  }

  @Test
  void aRootThatIsNotThereIsServedOnceItIs() throws Exception {
    backend("one", shared);
    AreaGate late = backend("two", mountPoint);
    refusal(late);

    mount(shared);
    late.look();

    assertServes(late);
  }

  @Test
  void storageThatGoesAwayBelowABackendIsNoticedAndItsReturnToo() throws Exception {
    mount(shared);
    AreaGate gate = backend("one", mountPoint);
    assertServes(gate);

    mount(local);
    gate.look();
    refusal(gate);

    mount(shared);
    gate.look();
    assertServes(gate);
  }

  @Test
  void aCopyOfTheDirectoryIsNotTheArea() throws Exception {
    AreaGate right = backend("one", shared);
    UUID mark = AreaMark.look(shared).mark().orElseThrow();
    AreaMark.mark(local, mark, true); // what rsync --xattrs does

    String why = refusal(backend("two", local));
    assertTrue(why.contains("probably a copy"), why);
    assertServes(right);
  }

  @Test
  void twoAreasDoNotShareARoot() throws Exception {
    backend("one", shared);
    String why = refusal(backend("two", "other", shared, Map.of()));
    assertTrue(why.contains("mark of area vo"), why);
  }

  @Test
  void aBackendWithOtherSettingsRefusesWhileAnotherServes() throws Exception {
    AreaGate first = backend("one", shared);
    AreaGate changed = backend("two", "vo", shared, Map.of("areas.vo.class", "d1t1"));

    String why = refusal(changed);
    assertTrue(why.contains("areas.vo.class is 'd1t1' here and 'd1t0' there"), why);
    assertTrue(why.contains("of one"), why);

    first.close();
    changed.look();
    assertServes(changed);
    String old = refusal(backend("three", shared));
    assertTrue(old.contains("areas.vo.class is 'd1t0' here and 'd1t1' there"), old);
  }

  @Test
  void aKeyThatOnlyOneReleaseKnowsIsNoDifference() throws Exception {
    assertServes(backend("one", shared));
    Map<String, String> more = Map.of("areas.vo.class", "d1t0", "areas.vo.new-key", "preset");
    assertServes(backend("two", "vo", shared, more));
    assertServes(backend("three", shared));
    assertTrue(
        refusal(backend("four", "vo", shared, Map.of("areas.vo.new-key", "other")))
            .contains("areas.vo.new-key"));
  }

  @Test
  void aBackendThatDiedBetweenMarkAndClaimIsInNobodysWay() throws Exception {
    AreaMark.mark(shared, UUID.randomUUID(), false);
    assertServes(backend("one", shared));
  }

  @Test
  void aLostDatabaseTakesTheMarkThatIsThere(Schemas schemas) throws Exception {
    backend("one", shared);
    UUID mark = AreaMark.look(shared).mark().orElseThrow();

    settings = schemas.migrated();
    assertServes(backend("one", shared));
    refusal(backend("two", local));
    assertEquals(Optional.of(mark), AreaMark.look(shared).mark());
  }

  @Test
  void aMovedAreaIsAdoptedAndTheOldPlaceRefusedFromThenOn() throws Exception {
    AreaGate old = backend("one", shared);
    AreaGate moved = backend("two", local);
    refusal(moved);

    assertEquals(Optional.empty(), moved.adopt());

    assertServes(moved);
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
    old.look();
    refusal(old);
  }

  @Test
  void theRootOfAnotherAreaIsNotAdopted() throws Exception {
    backend("one", shared);
    AreaGate other = backend("one", "other", local, Map.of());
    assertServes(other);

    AreaGate confused = backend("two", "other", shared, Map.of());
    assertTrue(confused.adopt().orElseThrow().contains("root of area vo"));
  }

  /** An upgrade: files in the books, no mark, and the first new backend may see nothing of them. */
  @Test
  void anAreaOfAnOlderReleaseIsClaimedOnlyWhereItsFilesAre() throws Exception {
    SteppedTime time = new SteppedTime(SmallSite.START);
    try (SmallSite old = new SmallSite(settings, shared, time)) {
      PutReply reply =
          old.puts.call(Catalogue.PREPARE_TO_PUT, old.call(ALICE), put(OverwriteMode.ALWAYS, "a"));
      write(reply.files().getFirst().turl().orElseThrow(), "hello");
      old.puts.call(
          Catalogue.PUT_DONE,
          old.call(ALICE),
          new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("a"))));

      AreaGate unmounted = backend("one", local);
      String why = refusal(unmounted);
      assertTrue(why.contains("none of 1 that were looked for"), why);
      assertEquals(Optional.empty(), AreaMark.look(local).mark());

      assertServes(backend("two", shared));
      old.tree.close();
    }
  }

  @Test
  void callsOfAWithheldAreaAreToldToTryAgainAndNothingIsWritten() throws Exception {
    backend("one", shared);
    AreaGate wrong = backend("two", local);
    Bulkheads bulkheads = new Bulkheads(BulkheadSettings.defaults(), 4, nanos::get);
    AreaTree tree = bulkheads.around("vo", wrong);
    try (SmallSite site = new SmallSite(settings, tree, new SteppedTime(SmallSite.START))) {
      PutReply reply =
          site.puts.call(
              Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, "a"));
      assertEquals(
          SrmStatus.INTERNAL_ERROR, reply.files().getFirst().status().code(), reply::toString);
    }
    try (var entries = Files.list(local)) {
      assertEquals(0, entries.count());
    }
  }
}
