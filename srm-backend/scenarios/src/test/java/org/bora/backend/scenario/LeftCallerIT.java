package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What disk and books say after a call whose caller left in the middle of it. */
@ExtendWith(MariaDb.class)
class LeftCallerIT extends OnSmallSite {
  @Test
  void aFileThatWasRemovedLeavesTheBooks() {
    stored("a");
    site.callerLeft.set(true);
    new Rm(site.entrance, site.names, DirectorySettings.defaults())
        .rm(site.call(ALICE), new RmRequest(List.of(surl("a"))));
    assertFalse(Files.exists(root.resolve("a")));
    assertFalse(isInTheBooks("a"));
  }

  @Test
  void aFileThatWasMovedIsInTheBooksWhereItIs() {
    stored("a");
    Mv mv = new Mv(site.entrance, site.names, _ -> site.callerLeft.set(true));
    mv.mv(site.call(ALICE), new MvRequest(surl("a"), surl("b")));
    assertTrue(Files.exists(root.resolve("b")));
    assertTrue(isInTheBooks("b"));
    assertFalse(isInTheBooks("a"));
  }

  @Test
  void aMoveKeepsNoNameWhereverItsCallerLeaves() {
    Mv mv = new Mv(site.entrance, site.names, TurlAccess.none());
    int looks = 0;
    boolean left;
    do {
      stored("a" + looks);
      site.callerLeavesAfter.set(looks);
      try {
        mv.mv(site.call(ALICE), new MvRequest(surl("a" + looks), surl("b" + looks)));
      } catch (BackendFailure told) {
        assertEquals(BackendFailure.Kind.TIMED_OUT, told.kind());
      }
      left = site.callerLeavesAfter.getAndSet(Integer.MAX_VALUE) < 0;
      String where = "left after look " + looks;
      assertEquals(0, runningMoves(), where);
      assertTrue(
          isInTheBooks((Files.exists(root.resolve("a" + looks)) ? "a" : "b") + looks), where);
      looks++;
    } while (left);
    assertTrue(looks > 2, "it left before and after the names were taken");
  }

  private long runningMoves() {
    return site.transactions.read(
        sql ->
            sql.sql("SELECT COUNT(*) FROM name_move WHERE state = 'RUNNING'")
                .query(Long.class)
                .single());
  }

  @Test
  void aPutThatWasNotEnteredLeavesNothingOnDisk() throws IOException {
    // of a known size the database would be asked for room before an upload begins
    PutRequest wanted = ofUnknownSize(put(OverwriteMode.NEVER, "a", "b"));
    site.callerLeft.set(true);
    assertThrows(
        BackendFailure.class,
        () -> site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), wanted));
    try (Stream<Path> entries = Files.list(root)) {
      assertEquals(List.of(), entries.toList());
    }
  }

  @Test
  void aPutOfWhichAnUploadWasCarriedOffKeepsNoName() {
    AtomicReference<SmallSite> late = new AtomicReference<>();
    Intercepted.Before leaves =
        (method, _) -> {
          if (method.equals("uploadFacts")) {
            late.get().callerLeft.set(true);
            hiddenFiles().forEach(LeftCallerIT::delete);
          }
        };
    AreaTree tree = Intercepted.of(AreaTree.class, SmallSite.open(root), leaves);
    late.set(new SmallSite(settings, tree, new SteppedTime(SmallSite.START)));
    try {
      assertThrows(
          BackendFailure.class,
          () ->
              late.get()
                  .puts
                  .call(
                      Catalogue.PREPARE_TO_PUT,
                      late.get().call(ALICE),
                      put(OverwriteMode.NEVER, "a", "b")));
    } finally {
      late.get().close();
      tree.close();
    }
    PutReply again =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, "a", "b"));
    assertEquals(SrmStatus.SUCCESS, again.status().code(), again::toString);
  }

  private List<Path> hiddenFiles() {
    try (Stream<Path> entries = Files.list(root)) {
      return entries.filter(file -> file.getFileName().toString().startsWith(".")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PutRequest ofUnknownSize(PutRequest request) {
    return new PutRequest(
        request.files().stream()
            .map(file -> new PutFile(file.target(), OptionalLong.empty()))
            .toList(),
        request.description(),
        request.overwrite(),
        request.storageType(),
        request.totalRequestTime(),
        request.pinLifetime(),
        request.fileLifetime(),
        request.spaceToken(),
        request.retention(),
        request.protocols(),
        request.copyPin());
  }

  private void stored(String name) {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, name));
    write(reply.files().getFirst().turl().orElseThrow(), "hello");
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))));
    assertTrue(isInTheBooks(name));
  }

  private boolean isInTheBooks(String name) {
    site.callerLeft.set(false);
    return !site.transactions.read(sql -> site.books.at(sql, "vo", AreaPath.parse(name))).isEmpty();
  }
}
