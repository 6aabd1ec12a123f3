package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.bulkhead.AreaSource;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.bulkhead.WaitingCaller;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.request.NameClaim;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a stage request is told that is asked for again after its backend died between the commit
 * and its last look at the files.
 */
abstract class RepeatedStageSuite {
  private final AtomicLong nanos = new AtomicLong();
  private final Bulkheads bulkheads =
      new Bulkheads(new BulkheadSettings(Duration.ofSeconds(10), 64), 8, nanos::get);
  private RecallBench bench;
  private Backend one;

  /** The machine goes down here. */
  private static final class Dead extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** What happens after a look at a file. */
  private interface Happening {
    void after(int look) throws Exception;
  }

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    bench = new RecallBench(schemas.migrated(), directory, 2);
    one = bench.backend();
    bench.write(one, OverwriteMode.NEVER, "a", "b");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Backend looking(Happening happening) {
    return bench.backend(bench.library, real -> looking(real, happening), RoomMaker.NONE);
  }

  private static AreaTree looking(AreaTree real, Happening happening) {
    int[] looks = new int[1];
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, called, arguments) -> {
              try {
                return called.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (called.getName().equals("facts")) {
                  happening.after(++looks[0]);
                }
              }
            });
  }

  private static GetReply stage(Backend backend, String... names) {
    GetRequest plain = get(names);
    GetRequest named =
        new GetRequest(
            plain.files(),
            "",
            OptionalInt.of(3600),
            OptionalInt.of(3600),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.of("k"),
            true);
    SmallSite site = backend.site();
    return site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(ALICE), named);
  }

  private Place place(String name) {
    return one.site().place(name);
  }

  private void remove(String name) throws Exception {
    UUID id = one.site().tree.facts(place(name).path()).id().orElseThrow();
    one.site().tree.removeFile(place(name).path());
    one.site().removed(place(name), Optional.of(id));
  }

  /**
   * Asked for on a backend that dies at its second look, with something between it and the first.
   */
  private void diesBeforeItsLastLook(Happening between) {
    Backend mortal =
        looking(
            look -> {
              if (look > 2) {
                throw new Dead();
              }
              if (look == 2) {
                between.after(look);
              }
            });
    assertThrows(Dead.class, () -> stage(mortal, "a", "b"));
  }

  private void assertEnded(GetReply again, Instant then) {
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.SUCCESS), RecallBench.codes(again));
    assertEquals(Optional.of(then), again.files().getFirst().ended());
    assertEquals(
        "the file was removed or replaced", again.files().getFirst().status().explanation());
    bench.time.pass(Duration.ofSeconds(1));
    assertEquals(RecallBench.codes(again), RecallBench.codes(bench.status(one, ALICE, again)));
    assertEquals(Optional.of(then), bench.status(one, ALICE, again).files().getFirst().ended());
  }

  @Test
  void aFileThatWasRemovedMeanwhileIsNotToldAsStaged() {
    diesBeforeItsLastLook(_ -> remove("a"));
    bench.time.pass(Duration.ofMinutes(1));
    assertEnded(stage(one, "a", "b"), one.site().tokens.now());
  }

  @Test
  void aFileThatWasReplacedMeanwhileIsNotToldAsStaged() {
    diesBeforeItsLastLook(_ -> bench.write(one, OverwriteMode.ALWAYS, "a"));
    bench.time.pass(Duration.ofMinutes(1));
    assertEnded(stage(one, "a", "b"), one.site().tokens.now());
  }

  @Test
  void whatIsStillThereIsToldAsStaged() {
    diesBeforeItsLastLook(_ -> {});
    assertStaged(stage(one, "a", "b"));
  }

  private void assertStaged(GetReply again) {
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS), RecallBench.codes(again));
    assertEquals(RecallBench.codes(again), RecallBench.codes(bench.status(one, ALICE, again)));
  }

  @Test
  void aPinThatFollowedItsRenamedFileHolds() {
    stage(one, "a", "b");
    one.site().move("a", "c");
    assertStaged(stage(one, "a", "b"));
  }

  @Test
  void aPinWhoseFileIsBeingRenamedHolds() throws Exception {
    stage(one, "a", "b");
    NameClaim.Taken taken = renamed("a", "c", false);
    assertStaged(stage(one, "a", "b"));
    one.site().names.finish(place("a"), place("c"), taken, true);
    assertStaged(stage(one, "a", "b"));
  }

  @Test
  void aPinWhoseDirectoryIsBeingRenamedHolds() throws Exception {
    Files.createDirectory(bench.root().resolve("d"));
    bench.write(one, OverwriteMode.NEVER, "d/a", "d/b");
    stage(one, "d/a", "d/b");
    renamed("d", "e", true);
    assertStaged(stage(one, "d/a", "d/b"));
  }

  /** The look finds no file, and when the database is asked the rename is over. */
  @Test
  void aPinWhoseFileHasJustBeenRenamedHolds() throws Exception {
    stage(one, "a", "b");
    NameClaim.Taken taken = renamed("a", "c", false);
    Backend slow =
        looking(
            look -> {
              if (look == 1) {
                one.site().names.finish(place("a"), place("c"), taken, true);
              }
            });
    assertStaged(stage(slow, "a", "b"));
  }

  /** The look finds no file, and when the database is asked the file has its name again. */
  @Test
  void aPinWhoseFileWasRenamedAndGotItsNameBackHolds() throws Exception {
    stage(one, "a", "b");
    NameClaim.Taken taken = renamed("a", "c", false);
    Backend slow =
        looking(
            look -> {
              if (look == 1) {
                one.site().names.finish(place("a"), place("c"), taken, true);
                one.site().move("c", "a");
              }
            });
    assertStaged(stage(slow, "a", "b"));
  }

  /** It has entered the request, and another backend answers before it has looked once more. */
  @Test
  void aBackendThatWakesUpEndsOnlyPinsOfFilesThatHaveGone() throws Exception {
    bench.onTape(one, "c");
    GetReply[] known = new GetReply[1];
    Backend frozen =
        looking(
            look -> {
              if (look == 4) {
                known[0] = stage(one, "a", "b", "c");
                remove("b");
              }
            });
    GetReply late = stage(frozen, "a", "b", "c");

    assertEquals(
        List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS, SrmStatus.REQUEST_QUEUED),
        RecallBench.codes(known[0]));
    List<SrmStatus> then = List.of(SrmStatus.SUCCESS, SrmStatus.ABORTED, SrmStatus.REQUEST_QUEUED);
    assertEquals(known[0].token(), late.token());
    assertEquals(then, RecallBench.codes(late));
    assertEquals(then, RecallBench.codes(bench.status(one, ALICE, known[0])));
    assertEquals(known[0].token(), stage(one, "a", "b", "c").token(), "its name");
  }

  /** The request is told as the database has it where its files cannot be looked at. */
  @Test
  void aRequestWhoseAreaIsWithheldIsTold() {
    AtomicBoolean withheld = new AtomicBoolean();
    Backend other =
        bench.backend(
            bench.library,
            real -> bulkheads.around("vo", withheld(real, withheld)),
            RoomMaker.NONE);
    GetReply first = stage(one, "a", "b");
    withheld.set(true);

    GetReply again = told(other);
    assertEquals(first.token(), again.token());
    assertStaged(again);
  }

  @Test
  void aRequestWhoseAreaHangsIsTold() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch mended = new CountDownLatch(1);
    Happening hang =
        _ -> {
          inside.countDown();
          assertTrue(mended.await(1, TimeUnit.MINUTES));
        };
    Backend other =
        bench.backend(
            bench.library, real -> bulkheads.around("vo", looking(real, hang)), RoomMaker.NONE);
    GetReply first = stage(one, "a", "b");
    try {
      CompletableFuture<GetReply> again = CompletableFuture.supplyAsync(() -> told(other));
      assertTrue(inside.await(1, TimeUnit.MINUTES));
      nanos.addAndGet(Duration.ofSeconds(11).toNanos());
      bulkheads.look();
      assertEquals(first.token(), again.get(1, TimeUnit.MINUTES).token());
      assertStaged(again.get());
    } finally {
      mended.countDown();
    }
  }

  /** Asked for again by a caller who hears nothing else. */
  private static GetReply told(Backend backend) {
    List<BackendFailure> heard = new CopyOnWriteArrayList<>();
    GetReply reply = WaitingCaller.of(heard::add, () -> false).call(() -> stage(backend, "a", "b"));
    assertEquals(List.of(), heard);
    return reply;
  }

  private static AreaSource withheld(AreaTree real, AtomicBoolean withheld) {
    return new AreaSource() {
      @Override
      public Path root() {
        return real.root();
      }

      @Override
      public AreaTree tree() throws StorageException {
        if (withheld.get()) {
          throw new StorageException(StorageException.Reason.WITHHELD, "not mounted");
        }
        return real;
      }

      @Override
      public void close() {
        real.close();
      }
    };
  }

  /** Announced and renamed; the database is not told yet. */
  private NameClaim.Taken renamed(String from, String to, boolean directory) throws Exception {
    SmallSite site = one.site();
    NameClaim.Taken taken =
        (NameClaim.Taken)
            site.names.claim(place(from), place(to), directory, site.call(ALICE).caller());
    site.tree.rename(place(from).path(), place(to).path());
    return taken;
  }
}
