package org.bora.backend.operation.directory;

import static org.bora.api.word.SrmStatus.AUTHORIZATION_FAILURE;
import static org.bora.api.word.SrmStatus.DUPLICATION_ERROR;
import static org.bora.api.word.SrmStatus.FILE_BUSY;
import static org.bora.api.word.SrmStatus.INTERNAL_ERROR;
import static org.bora.api.word.SrmStatus.INVALID_PATH;
import static org.bora.api.word.SrmStatus.INVALID_REQUEST;
import static org.bora.api.word.SrmStatus.NON_EMPTY_DIRECTORY;
import static org.bora.api.word.SrmStatus.NOT_SUPPORTED;
import static org.bora.api.word.SrmStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.request.ActivePut;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.Test;

/** srmMkdir, srmRm, srmRmdir and srmMv on a real directory. */
class ChangesIT extends OnAreas {

  ChangesIT() {
    super(DirectorySettings.defaults());
  }

  private boolean exists(String path) {
    return Files.exists(fixture.root.resolve(path));
  }

  @Test
  void mkdirMakesOneDirectoryWithTheModeOfTheSettings() throws IOException {
    assertEquals(SUCCESS, fixture.mkdir(DirectoryFixture.MEMBER, "/vo/d"));
    assertEquals(
        PosixFilePermissions.fromString("rwxr-xr-x"),
        Files.getPosixFilePermissions(fixture.root.resolve("d")));
  }

  @Test
  void mkdirTellsWhatStandsInItsWay() throws IOException {
    fixture.file("f", "x");
    fixture.puts.begin(fixture.place("busy"));

    for (String taken : List.of("/vo/f", "/vo/busy", "/vo", "/vo/tape", "/")) {
      assertEquals(DUPLICATION_ERROR, fixture.mkdir(DirectoryFixture.MEMBER, taken), taken);
    }
    for (String nowhere : List.of("/vo/no/d", "/vo/f/d", "/elsewhere", "/vo/../d")) {
      assertEquals(INVALID_PATH, fixture.mkdir(DirectoryFixture.MEMBER, nowhere), nowhere);
    }
    assertEquals(AUTHORIZATION_FAILURE, fixture.mkdir(DirectoryFixture.READER, "/vo/d"));
    assertFalse(exists("d"));
  }

  @Test
  void rmRemovesFilesAndEndsWhatUsesThem() throws IOException {
    fixture.file("f", "x");
    fixture.puts.begin(fixture.place("f"));

    assertEquals(SUCCESS, fixture.rm("/vo/f"));
    assertFalse(exists("f"));
    assertEquals(List.of("/vo/f"), fixture.puts.removed);
    assertEquals(INVALID_PATH, fixture.rm("/vo/f"));
  }

  @Test
  void rmOfANameThatOnlyAPutKnowsEndsThePut() throws IOException {
    fixture.puts.begin(fixture.place("new"));

    assertEquals(SUCCESS, fixture.rm("/vo/new"));
    assertEquals(INVALID_PATH, fixture.rm("/vo/new"));
  }

  @Test
  void rmRefusesDirectoriesAndKeepsLinkTargets() throws IOException {
    fixture.file("d/f", "x");
    Files.createSymbolicLink(fixture.root.resolve("link"), fixture.root.resolve("d/f"));

    assertEquals(INVALID_PATH, fixture.rm("/vo/d"));
    assertEquals(INVALID_PATH, fixture.rm("/vo"));
    assertEquals(INVALID_PATH, fixture.rm("/"));
    assertEquals(SUCCESS, fixture.rm("/vo/link"));
    assertTrue(exists("d/f"));
    assertEquals(List.of("/vo/link"), fixture.puts.removed);
  }

  @Test
  void rmAnswersForEverySurlInOrder() throws IOException {
    fixture.file("f", "x");
    List<Surl> surls = List.of(DirectoryFixture.surl("/vo/none"), DirectoryFixture.surl("/vo/f"));
    RmRequest request = new RmRequest(surls);

    SurlStatusesReply denied =
        fixture.operations.call(
            Catalogue.RM, DirectoryFixture.call(DirectoryFixture.READER), request);
    SurlStatusesReply mixed =
        fixture.operations.call(
            Catalogue.RM, DirectoryFixture.call(DirectoryFixture.MEMBER), request);
    SurlStatusesReply empty =
        fixture.operations.call(
            Catalogue.RM, DirectoryFixture.call(DirectoryFixture.MEMBER), new RmRequest(List.of()));

    assertEquals(surls, mixed.files().stream().map(SurlStatus::surl).toList());
    assertEquals(INVALID_PATH, mixed.files().getFirst().status().code());
    assertEquals(SUCCESS, mixed.files().get(1).status().code());
    assertEquals(AUTHORIZATION_FAILURE, denied.status().code());
    assertEquals(2, denied.files().size());
    assertEquals(INVALID_REQUEST, empty.status().code());
  }

  @Test
  void rmdirRemovesEmptyDirectoriesOnly() throws IOException {
    fixture.file("d/f", "x");
    fixture.file("f", "x");
    Files.createDirectory(fixture.root.resolve("empty"));

    assertEquals(SUCCESS, fixture.rmdir("/vo/empty", false));
    assertEquals(NON_EMPTY_DIRECTORY, fixture.rmdir("/vo/d", false));
    assertEquals(INVALID_PATH, fixture.rmdir("/vo/f", true));
    assertEquals(INVALID_PATH, fixture.rmdir("/vo/none", true));
    for (String root : List.of("/vo", "/vo/tape", "/")) {
      assertEquals(AUTHORIZATION_FAILURE, fixture.rmdir(root, true), root);
    }
    assertTrue(exists("d/f"));
  }

  @Test
  void recursiveRmdirRemovesWideAndDeepTreesButNotWhatLinksLeadTo() throws IOException {
    Path outside = Files.writeString(dir.resolve("outside"), "x");
    for (int i = 0; i < 450; i++) {
      fixture.file("d/wide/" + i, "x");
    }
    fixture.file("d/" + "n/".repeat(150) + "f", "x");
    Files.createSymbolicLink(fixture.root.resolve("d/link"), outside);
    Files.createSymbolicLink(fixture.root.resolve("d/up"), dir);

    assertEquals(SUCCESS, fixture.rmdir("/vo/d", true));
    assertFalse(exists("d"));
    assertTrue(Files.exists(outside));
    assertEquals(453, fixture.puts.removed.size());
  }

  @Test
  void aFileBeingWrittenKeepsItsDirectory() throws IOException {
    fixture.file("d/e/f", "x");
    fixture.puts.begin(fixture.place("d/e/new"));

    assertEquals(NON_EMPTY_DIRECTORY, fixture.rmdir("/vo/d", true));
    assertEquals(NON_EMPTY_DIRECTORY, fixture.rmdir("/vo/d/e", false));
    assertTrue(exists("d/e/f"), "nothing was removed");
  }

  @Test
  void aRefusalNamesTheFileThatIsBeingWritten() throws IOException {
    fixture.file("d/e/f", "x");
    fixture.puts.begin(fixture.place("d/e/new"));
    assertEquals(
        "the directory is not empty: /vo/d/e/new is being written, by a put that began at"
            + " 2026-11-20T12:00:00Z and ends by itself at 2026-11-20T12:10:00Z",
        refusal("/vo/d", true));
  }

  private String refusal(String sfn, boolean recursive) {
    ReturnStatus status =
        fixture
            .operations
            .call(
                Catalogue.RMDIR,
                DirectoryFixture.call(DirectoryFixture.MEMBER),
                new RmdirRequest(DirectoryFixture.surl(sfn), recursive))
            .status();
    assertEquals(NON_EMPTY_DIRECTORY, status.code());
    return status.explanation();
  }

  @Test
  void whatEndedPutsLeftGoesWithItsDirectory() throws IOException {
    for (String directory : List.of("a", "b", "b/deep")) {
      Files.createDirectory(fixture.root.resolve(directory));
      for (int upload = 0; upload < 3; upload++) {
        ActivePut put = fixture.puts.begin(fixture.place(directory + "/new" + upload));
        fixture.puts.forget(put);
      }
    }
    fixture.file("b/deep/f", "x");
    assertEquals(SUCCESS, fixture.rmdir("/vo/a", false));
    assertEquals(SUCCESS, fixture.rmdir("/vo/b", true));
    assertFalse(exists("a") || exists("b"));
  }

  @Test
  void aLiveUploadKeepsItsDirectoryAlsoWhereItIsSeenLate() throws IOException {
    Files.createDirectories(fixture.root.resolve("d/e"));
    ActivePut[] live = new ActivePut[1];
    fixture.puts.afterNextLook(
        () -> {
          try {
            live[0] = fixture.puts.begin(fixture.place("d/e/new"));
          } catch (StorageException e) {
            throw new UncheckedIOException(e);
          }
        });
    assertTrue(refusal("/vo/d", true).contains("/vo/d/e/new is being written"));
    assertTrue(exists("d/e/" + live[0].upload().hiddenName()));
  }

  @Test
  void anUploadThatIsNotRegisteredYetKeepsItsDirectoryForAnHour() throws IOException {
    Path directory = Files.createDirectory(fixture.root.resolve("d"));
    Path hidden = directory.resolve(".bora-put-" + UUID.randomUUID());
    Files.setLastModifiedTime(Files.createFile(hidden), FileTime.from(DirectoryFixture.NOW));
    assertTrue(refusal("/vo/d", true).contains("is not registered yet"));
    assertTrue(Files.exists(hidden));
    fixture.clock.advance(Duration.ofMinutes(61));
    assertEquals(SUCCESS, fixture.rmdir("/vo/d", false));
  }

  @Test
  void otherFilesOfBoraKeepADirectoryAndTheRefusalSaysSo() throws IOException {
    fixture.file("d/.bora-recall-" + UUID.randomUUID(), "x");
    assertTrue(refusal("/vo/d", false).contains("left by a crash"));
  }

  @Test
  void filesOfOneDirectoryAreRemovedTogetherAndAnsweredOneByOne() throws IOException {
    List<Surl> surls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      fixture.file("d/" + i, "x");
      surls.add(DirectoryFixture.surl("/vo/d/" + i));
    }
    Files.createDirectory(fixture.root.resolve("d/dir"));
    surls.set(2, DirectoryFixture.surl("/vo/d/dir"));
    surls.add(DirectoryFixture.surl("/vo/d/0"));
    SurlStatusesReply reply =
        fixture.operations.call(
            Catalogue.RM, DirectoryFixture.call(DirectoryFixture.MEMBER), new RmRequest(surls));
    assertEquals(
        List.of(SUCCESS, SUCCESS, INVALID_PATH, SUCCESS, INVALID_PATH),
        reply.files().stream().map(file -> file.status().code()).toList());
    assertEquals(List.of("/vo/d/0", "/vo/d/1", "/vo/d/3"), fixture.puts.removed.subList(0, 3));
    assertTrue(exists("d/2") && exists("d/dir"));
  }

  @Test
  void recursiveRmdirStopsBeforeTheDeadlineAndCanBeRepeated() throws IOException {
    fixture.file("d/f", "x");
    fixture.clock.advance(Duration.ofSeconds(29));
    assertEquals(INTERNAL_ERROR, fixture.rmdir("/vo/d", true));
    assertTrue(exists("d/f"));

    fixture.clock.advance(Duration.ofSeconds(-1));
    assertEquals(SUCCESS, fixture.rmdir("/vo/d", true));
  }

  @Test
  void mvRenamesFilesAndDirectories() throws IOException {
    fixture.file("f", "content");
    fixture.file("d/e", "x");

    assertEquals(SUCCESS, fixture.mv("/vo/f", "/vo/g"));
    assertEquals(SUCCESS, fixture.mv("/vo/d", "/vo/d2"));
    assertEquals("content", Files.readString(fixture.root.resolve("g")));
    assertTrue(exists("d2/e"));
    assertFalse(exists("f"));
  }

  @Test
  void aDirectoryGoesBackWhenAPutBeganInItMeanwhile() throws IOException {
    fixture.file("d/e", "x");
    fixture.puts.afterNextLook(() -> fixture.puts.known(fixture.place("d/new")));

    assertEquals(FILE_BUSY, fixture.mv("/vo/d", "/vo/d2"));
    assertTrue(exists("d/e"));
    assertFalse(exists("d2"));
  }

  @Test
  void mvToItselfIsDoneAlready() throws IOException {
    fixture.file("d/f", "x");

    assertEquals(SUCCESS, fixture.mv("/vo/d/f", "/vo//d/f"));
    assertEquals(SUCCESS, fixture.mv("/vo/d", "/vo/d/"));
    assertEquals(SUCCESS, fixture.mv("/vo/d/f", "/vo/d"));
    assertEquals(INVALID_PATH, fixture.mv("/vo/none", "/vo/none"));
  }

  @Test
  void mvIntoAnExistingDirectoryKeepsTheName() throws IOException {
    fixture.file("f", "x");
    fixture.file("d/e", "x");
    fixture.file("taken/f", "old");

    assertEquals(DUPLICATION_ERROR, fixture.mv("/vo/f", "/vo/taken"));
    assertEquals(SUCCESS, fixture.mv("/vo/f", "/vo/d"));
    assertTrue(exists("d/f"));
    assertEquals(SUCCESS, fixture.mv("/vo/d/f", "/vo"));
    assertTrue(exists("f"));
  }

  @Test
  void mvToAnExactNameIsRefusedWhereADirectoryHasIt() throws IOException {
    fixture.file("f", "f");
    fixture.file("old/x", "x");
    fixture.file("d/e", "e");

    assertEquals(DUPLICATION_ERROR, fixture.mvExactly("/vo/f", "/vo/d"));
    assertEquals(DUPLICATION_ERROR, fixture.mvExactly("/vo/old", "/vo/d"));
    assertEquals(DUPLICATION_ERROR, fixture.mvExactly("/vo/d/e", "/vo"));
    assertTrue(exists("f"));
    assertTrue(exists("old/x"));
    assertFalse(exists("d/f"));
    assertFalse(exists("d/old"));
    assertEquals(SUCCESS, fixture.mvExactly("/vo/f", "/vo/d/f"));
  }

  @Test
  void mvNeverReplacesOrLosesAnything() throws IOException {
    fixture.file("f", "f");
    fixture.file("g", "g");
    fixture.file("d/e/x", "x");

    assertEquals(DUPLICATION_ERROR, fixture.mv("/vo/f", "/vo/g"));
    assertEquals(INVALID_PATH, fixture.mv("/vo/d", "/vo/d/e/deeper"));
    assertEquals(INVALID_PATH, fixture.mv("/vo/d", "/vo/d/e"));
    assertEquals(INVALID_PATH, fixture.mv("/vo/f", "/vo/none/f"));
    assertEquals(INVALID_PATH, fixture.mv("/vo/none", "/vo/h"));
    assertEquals(INVALID_PATH, fixture.mv("/vo/f", "/"));
    assertEquals("g", Files.readString(fixture.root.resolve("g")));
    assertEquals("f", Files.readString(fixture.root.resolve("f")));
  }

  @Test
  void mvStaysWithinOneArea() throws IOException {
    fixture.file("f", "f");

    assertEquals(NOT_SUPPORTED, fixture.mv("/vo/f", "/vo/tape/f"));
    assertEquals(AUTHORIZATION_FAILURE, fixture.mv("/vo/f", "/top/closed/f"));
    assertEquals(AUTHORIZATION_FAILURE, fixture.mv("/vo/tape", "/vo/t"));
    assertTrue(exists("f"));
  }

  @Test
  void mvRefusesBusyNames() throws IOException {
    fixture.file("f", "f");
    fixture.file("over", "old");
    fixture.file("d/x", "x");
    fixture.puts.begin(fixture.place("new"));
    fixture.puts.begin(fixture.place("over"));
    fixture.puts.begin(fixture.place("d/up"));

    assertEquals(FILE_BUSY, fixture.mv("/vo/new", "/vo/h"));
    assertEquals(FILE_BUSY, fixture.mv("/vo/over", "/vo/h"));
    assertEquals(FILE_BUSY, fixture.mv("/vo/d", "/vo/h"));
    assertEquals(DUPLICATION_ERROR, fixture.mv("/vo/f", "/vo/new"));
  }

  @Test
  void aFileThatOthersReadStaysAtItsName() throws IOException {
    fixture.file("read", "x");
    fixture.puts.readers.add("/vo/read");
    assertEquals(FILE_BUSY, fixture.mv("/vo/read", "/vo/elsewhere"));
    fixture.puts.readers.clear();
    assertEquals(SUCCESS, fixture.mv("/vo/read", "/vo/elsewhere"));
  }
}
