package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.request.NameUse;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A backend stands still in the middle of a call. The frontend gives it up, another backend does
 * the call and others after it, and then the first one goes on (I1, I2).
 */
@Timeout(120)
abstract class LateCallSuite extends MoveBench {
  private static final Duration LEASE = Duration.ofSeconds(10);

  @Test
  void nothingIsRenamedOnceTheClaimHasRunOut() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "old");
    SmallSite late = guarded("none", false, () -> {});
    Mv mv =
        new Mv(
            late.entrance,
            late.names,
            _ -> {
              time.pass(LEASE);
              assertEquals(SrmStatus.SUCCESS, mv(other, "d", "e"));
              assertEquals(SrmStatus.SUCCESS, removeAll(other, "e"));
              directory("d");
              stored(other, "d/new", "acknowledged");
            });
    assertEquals(
        SrmStatus.INTERNAL_ERROR,
        mv.mv(late.call(ALICE), new MvRequest(surl("d"), surl("e"))).status().code());
    assertExact(Map.of("d/new", "acknowledged"));
    assertEquals(SrmStatus.SUCCESS, mv(other, "d", "e"), "no name is kept");
    assertExact(Map.of("e/new", "acknowledged"));
  }

  @Test
  void aRepeatedCallThatHasDoneItMakesTheLateOneSucceed() throws Exception {
    stored(other, "a", "hello");
    SmallSite late = guarded("none", false, () -> {});
    Mv mv =
        new Mv(
            late.entrance,
            late.names,
            _ -> {
              time.pass(LEASE);
              assertEquals(SrmStatus.SUCCESS, mv(other, "a", "b"));
            });
    assertEquals(
        SrmStatus.SUCCESS,
        mv.mv(late.call(ALICE), new MvRequest(surl("a"), surl("b"))).status().code());
    assertExact(Map.of("b", "hello"));
  }

  @Test
  void aDirectoryIsNotMovedBackOnceTheClaimHasRunOut() throws Exception {
    directory("d");
    stored(other, "d/a", "hello");
    SmallSite late =
        guarded(
            "rename",
            true,
            () -> {
              directory("d");
              PutReply carried = begun(other, "d/u", "carried off");
              Files.delete(SmallSite.physical(carried.files().getFirst().turl().orElseThrow()));
              Files.delete(root.resolve("d"));
              time.pass(LEASE);
              assertEquals(SrmStatus.SUCCESS, mv(other, "e", "f"));
              directory("e");
              stored(other, "e/new", "acknowledged");
            });
    assertEquals(SrmStatus.SUCCESS, mv(late, "d", "e"), "it was done before the other call");
    assertExact(Map.of("f/a", "hello", "e/new", "acknowledged"));
  }

  @Test
  void aFileThatWasStoredAfterTheLookIsNotRemoved() throws Exception {
    stored(other, "a", "old");
    SmallSite late =
        with(
            "removeEntries",
            false,
            () -> {
              assertEquals(SrmStatus.SUCCESS, remove(other, "a"));
              stored(other, "a", "acknowledged");
            });
    assertNotEquals(SrmStatus.SUCCESS, remove(late, "a"));
    assertExact(Map.of("a", "acknowledged"));
  }

  @Test
  void aFileThatWasStoredOverTheOneInADirectoryIsNotRemovedWithIt() throws Exception {
    directory("d");
    stored(other, "d/a", "old");
    SmallSite late =
        with(
            "removeEntries",
            false,
            () -> {
              assertEquals(SrmStatus.SUCCESS, removeAll(other, "d"));
              directory("d");
              stored(other, "d/a", "acknowledged");
            });
    assertNotEquals(SrmStatus.SUCCESS, removeAll(late, "d"));
    assertExact(Map.of("d/a", "acknowledged"));
  }

  @Test
  void aPutThatBeganAfterTheRemovalGoesOn() throws Exception {
    stored(other, "a", "old");
    AtomicReference<PutReply> begun = new AtomicReference<>();
    SmallSite late = withAPutBegun("removeEntries", begun);
    assertEquals(SrmStatus.SUCCESS, remove(late, "a"));
    assertEquals(SrmStatus.SUCCESS, done(other, begun.get(), "a"));
    assertExact(Map.of("a", "acknowledged"));
  }

  @Test
  void aPutThatBeganAfterTheLookAtAFreeNameGoesOn() throws Exception {
    AtomicReference<PutReply> begun = new AtomicReference<>();
    SmallSite late = withAPutBegun("facts", begun);
    assertEquals(SrmStatus.INVALID_PATH, remove(late, "a"));
    assertEquals(SrmStatus.SUCCESS, done(other, begun.get(), "a"));
    assertExact(Map.of("a", "acknowledged"));
  }

  /** Seed 355914777869 of the simulation at commit 4f28d51b: the name held an earlier file. */
  @Test
  void aFileThatAnEarlierPutStoresDuringTheRemovalIsRemovedWithTheOldOne() throws Exception {
    stored(other, "a", "old");
    PutReply begun = begun(other, "a", "published late");
    SmallSite removing =
        with(
            "removeEntries",
            true,
            () -> {
              time.pass(Duration.ofSeconds(1));
              assertEquals(SrmStatus.SUCCESS, done(other, begun, "a"));
            });
    assertEquals(SrmStatus.SUCCESS, remove(removing, "a"));
    assertExact(Map.of());
  }

  @Test
  void aFileThatAnEarlierPutStoresAfterTheLookAtAFreeNameIsRemoved() throws Exception {
    PutReply begun = begun(other, "a", "published late");
    SmallSite removing =
        with(
            "facts",
            true,
            () -> {
              time.pass(Duration.ofSeconds(1));
              assertEquals(SrmStatus.SUCCESS, done(other, begun, "a"));
            });
    assertEquals(SrmStatus.SUCCESS, remove(removing, "a"));
    assertExact(Map.of());
  }

  /** Seed 500001 of the simulation at commit 6b1d7e94: a put was ended that began later. */
  @Test
  void aCallThatWasGivenUpEndsNoPutOfAFreeName() throws Exception {
    PutReply begun = begun(other, "a", "acknowledged");
    AtomicReference<SmallSite> late = new AtomicReference<>();
    late.set(with("facts", false, () -> late.get().callerLeft.set(true)));
    assertEquals(SrmStatus.INTERNAL_ERROR, remove(late.get(), "a"));
    assertEquals(SrmStatus.SUCCESS, done(other, begun, "a"));
    assertExact(Map.of("a", "acknowledged"));
  }

  @Test
  void theNamesThatALateCallHasRemovedAreInTheBooksAndInItsAnswer() throws Exception {
    stored(other, "a", "old");
    stored(other, "b", "old");
    AtomicReference<SmallSite> late = new AtomicReference<>();
    late.set(
        with(
            "removeEntries",
            false,
            () -> {
              Files.delete(root.resolve("a"));
              late.get().callerLeft.set(true);
            }));
    List<String> told = new ArrayList<>();
    NameUse names =
        Intercepted.of(
            NameUse.class,
            late.get().names,
            (method, arguments) -> {
              if (!method.equals("now")) {
                told.add(method + " " + ((Place) arguments[0]).path());
              }
            });
    List<SrmStatus> statuses =
        new Rm(late.get().entrance, names, DirectorySettings.defaults())
                .rm(late.get().call(ALICE), new RmRequest(List.of(surl("a"), surl("b"))))
                .files()
                .stream()
                .map(file -> file.status().code())
                .toList();
    assertEquals(List.of(SrmStatus.INTERNAL_ERROR, SrmStatus.SUCCESS), statuses);
    assertEquals(List.of("removed b", "abandoned a"), told, "what may fail comes last");
    assertEquals(1, one("SELECT COUNT(*) FROM stored_file"), "the one that has gone by itself");
  }

  @Test
  void whatACallHasRemovedIsInTheBooksWhoeverHasLeft() throws Exception {
    directory("d");
    stored(other, "d/a", "old");
    stored(other, "d/b", "old");
    AtomicReference<SmallSite> late = new AtomicReference<>();
    late.set(
        with(
            "removeEntries",
            false,
            () -> {
              Files.delete(first("d")); // the call comes to it before the other
              late.get().callerLeft.set(true);
            }));
    assertThrows(BackendFailure.class, () -> removeAll(late.get(), "d"));
    assertEquals(1, one("SELECT COUNT(*) FROM stored_file"), "the one that has gone by itself");
  }

  /** A backend that died after its unlink may not have synced the directory. */
  @Test
  void whatADeadBackendRemovedIsOnStableStorageBeforeTheBooksFollow() throws Exception {
    stored(other, "a", "hello");
    Files.delete(root.resolve("a"));
    SmallSite mortal =
        with(
            "syncName",
            true,
            () -> {
              throw new Dead();
            });
    assertThrows(Dead.class, () -> remove(mortal, "a"));
    SmallSite failing =
        with(
            "syncName",
            false,
            () -> {
              throw new StorageException(Reason.IO, "the disk has a bad day");
            });
    assertEquals(SrmStatus.INVALID_PATH, remove(failing, "a"));
    assertEquals(1, one("SELECT COUNT(*) FROM stored_file"), "it may come back");
    assertEquals(SrmStatus.INVALID_PATH, remove(other, "a"));
    assertExact(Map.of());
  }

  @Test
  void whatWentWithItsDirectoryLeavesTheBooks() throws Exception {
    directory("d");
    stored(other, "d/a", "hello");
    Files.delete(root.resolve("d/a"));
    Files.delete(root.resolve("d"));
    assertEquals(SrmStatus.INVALID_PATH, remove(other, "d/a"));
    assertExact(Map.of());
  }

  /** Another backend begins a put of {@code a} while this call of the late one is held. */
  private SmallSite withAPutBegun(String held, AtomicReference<PutReply> begun) throws Exception {
    return with(
        held,
        true,
        () -> {
          time.pass(Duration.ofSeconds(1));
          begun.set(begun(other, "a", "acknowledged"));
        });
  }

  /** The file that is read first of a directory. */
  private Path first(String directory) throws IOException {
    try (Stream<Path> all = Files.list(root.resolve(directory))) {
      return all.findFirst().orElseThrow();
    }
  }

  private void directory(String name) {
    try {
      Files.createDirectory(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
