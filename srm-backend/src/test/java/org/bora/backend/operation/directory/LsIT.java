package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.BackendFailure;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.request.ActivePut;
import org.bora.backend.space.FileTerms;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** srmLs on a real directory, with a limit of 10 entries, 3 levels and 5 SURLs. */
class LsIT {

  private static final DirectorySettings SMALL =
      new DirectorySettings(10, 3, 5, 0755, Duration.ofSeconds(1));

  @TempDir Path dir;
  private DirectoryFixture fixture;

  @BeforeEach
  void opensTheAreas() throws IOException {
    fixture = new DirectoryFixture(dir, SMALL);
  }

  @AfterEach
  void closesTheAreas() {
    fixture.close();
  }

  private static List<String> paths(LsReply reply) {
    return reply.details().getFirst().children().stream().map(PathDetail::path).toList();
  }

  private static LsRequest request(boolean full, boolean all, OptionalInt levels, String... sfns) {
    return new LsRequest(
        List.of(sfns).stream().map(DirectoryFixture::surl).toList(),
        full,
        all,
        levels,
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  @Test
  void aFileIsDescribedInFull() throws IOException {
    Files.setPosixFilePermissions(
        fixture.file("d/f", "12345"), PosixFilePermissions.fromString("rw-r-----"));

    PathDetail detail = fixture.stat("/vo/d/f");

    Attributes attributes = detail.attributes().orElseThrow();
    assertEquals("/vo/d/f", detail.path());
    assertEquals(SrmStatus.SUCCESS, detail.status().code());
    assertEquals(FileType.FILE, attributes.type());
    assertEquals(5, attributes.size());
    assertEquals(FileLocality.ONLINE, attributes.locality());
    assertEquals(PermissionMode.RW, attributes.owner().mode());
    assertEquals(PermissionMode.R, attributes.group().mode());
    assertEquals(PermissionMode.NONE, attributes.other());
    assertEquals(Optional.of("token-vo"), attributes.spaceToken());
    assertEquals(Optional.empty(), attributes.checksum());
  }

  @Test
  void aShortListingStillHasTypeAndSize() throws IOException {
    fixture.file("f", "12345");

    LsReply reply =
        fixture.ls(
            DirectoryFixture.MEMBER, request(false, false, OptionalInt.of(0), "/vo/f", "/vo"));

    Attributes file = reply.details().getFirst().attributes().orElseThrow();
    assertEquals(FileType.FILE, file.type());
    assertEquals(5, file.size());
    assertEquals(Optional.empty(), file.spaceToken());
    assertEquals(FileType.DIRECTORY, reply.details().get(1).attributes().orElseThrow().type());
  }

  @Test
  void levelsDecideHowDeepItGoes() throws IOException {
    fixture.file("d/e/f", "x");

    assertTrue(fixture.stat("/vo/d").children().isEmpty());
    PathDetail one = fixture.ls(1, 0, 0, "/vo/d").details().getFirst();
    assertEquals("/vo/d/e", one.children().getFirst().path());
    assertTrue(one.children().getFirst().children().isEmpty());
    PathDetail two = fixture.ls(2, 0, 0, "/vo/d").details().getFirst();
    assertEquals("/vo/d/e/f", two.children().getFirst().children().getFirst().path());
    LsReply absent =
        fixture.ls(DirectoryFixture.MEMBER, request(true, false, OptionalInt.empty(), "/vo/d"));
    assertEquals(List.of("/vo/d/e"), paths(absent));
  }

  @Test
  void allLevelsStopAtTheServersDepthAndSaySo() throws IOException {
    fixture.file("a/b/c/d/e", "x");

    LsReply deep =
        fixture.ls(DirectoryFixture.MEMBER, request(true, true, OptionalInt.of(0), "/vo/a"));
    LsReply whole =
        fixture.ls(DirectoryFixture.MEMBER, request(true, true, OptionalInt.of(0), "/vo/a/b/c"));

    assertEquals(SrmStatus.TOO_MANY_RESULTS, deep.status().code());
    assertEquals(SrmStatus.SUCCESS, whole.status().code());
    PathDetail directory = whole.details().getFirst().children().getFirst();
    assertEquals("/vo/a/b/c/d/e", directory.children().getFirst().path());
  }

  @Test
  void exactlyTheLimitIsNoTruncation() throws IOException {
    for (int i = 0; i < 10; i++) {
      fixture.file("d/" + i, "x");
    }
    assertEquals(SrmStatus.SUCCESS, fixture.ls(1, 0, 0, "/vo/d").status().code());

    fixture.file("d/10", "x");
    LsReply cut = fixture.ls(1, 0, 0, "/vo/d");
    assertEquals(SrmStatus.TOO_MANY_RESULTS, cut.status().code());
    assertEquals(10, paths(cut).size());
    assertEquals(SrmStatus.SUCCESS, cut.details().getFirst().status().code());
  }

  @Test
  void pagesOfTheClientAreNotTruncations() throws IOException {
    for (int i = 0; i < 25; i++) {
      fixture.file("d/" + i, "x");
    }
    Set<String> seen = new HashSet<>();
    for (int offset = 0; offset < 30; offset += 10) {
      LsReply page = fixture.ls(1, offset, 10, "/vo/d");
      assertEquals(SrmStatus.SUCCESS, page.status().code());
      assertTrue(paths(page).stream().allMatch(seen::add), "no name twice");
    }
    assertEquals(25, seen.size());
    assertEquals(List.of(), paths(fixture.ls(1, 25, 10, "/vo/d")));
    assertEquals(SrmStatus.TOO_MANY_RESULTS, fixture.ls(1, 0, 11, "/vo/d").status().code());
  }

  @Test
  void theLimitCountsOverAllSurls() throws IOException {
    for (int i = 0; i < 6; i++) {
      fixture.file("d/" + i, "x");
      fixture.file("e/" + i, "x");
    }

    LsReply reply = fixture.ls(1, 0, 0, "/vo/d", "/vo/e");

    assertEquals(SrmStatus.TOO_MANY_RESULTS, reply.status().code());
    assertEquals(6, reply.details().getFirst().children().size());
    assertEquals(4, reply.details().get(1).children().size());
  }

  @Test
  void severalSurlsAnswerInTheirOrderEachWithItsStatus() throws IOException {
    fixture.file("f", "x");

    LsReply reply = fixture.ls(0, 0, 0, "/vo/none", "/vo/f", "/top/closed/x");

    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    assertEquals(
        List.of(SrmStatus.INVALID_PATH, SrmStatus.SUCCESS, SrmStatus.AUTHORIZATION_FAILURE),
        reply.details().stream().map(detail -> detail.status().code()).toList());
  }

  @Test
  void aMissingNameHasADetailAllTheSame() throws IOException {
    fixture.file("f", "x");
    LsReply reply = fixture.ls(0, 0, 0, "/vo/none");

    assertEquals(SrmStatus.FAILURE, reply.status().code());
    assertEquals("no such file or directory", reply.status().explanation());
    assertEquals(SrmStatus.INVALID_PATH, reply.details().getFirst().status().code());
    assertEquals(SrmStatus.INVALID_PATH, fixture.stat("/vo/f/below").status().code());
  }

  @Test
  void aNameBeingWrittenIsBusyWithTheSizeThatHasArrived() throws IOException {
    ActivePut put = fixture.puts.begin(fixture.place("up"));
    LsReply empty = fixture.ls(0, 0, 0, "/vo/up");
    Files.writeString(fixture.root.resolve(put.upload().hiddenName()), "1234567");
    LsReply arrived = fixture.ls(1, 0, 0, "/vo/up");

    assertEquals(SrmStatus.SUCCESS, empty.status().code());
    assertEquals(SrmStatus.FILE_BUSY, empty.details().getFirst().status().code());
    assertEquals(
        FileLocality.NONE, empty.details().getFirst().attributes().orElseThrow().locality());
    Attributes attributes = arrived.details().getFirst().attributes().orElseThrow();
    assertEquals(7, attributes.size());
    assertEquals(FileType.FILE, attributes.type());
  }

  @Test
  void aDirectoryShowsWhatIsBeingWrittenInItOnce() throws IOException {
    fixture.file("d/old", "old content");
    fixture.file("d/plain", "x");
    ActivePut over = fixture.puts.begin(fixture.place("d/old"));
    Files.writeString(fixture.root.resolve("d").resolve(over.upload().hiddenName()), "new");
    fixture.puts.begin(fixture.place("d/new"));
    fixture.puts.known(fixture.place("d/unborn"));

    List<PathDetail> children = fixture.ls(1, 0, 0, "/vo/d").details().getFirst().children();

    assertEquals(4, children.size());
    assertEquals("/vo/d/new", children.get(2).path());
    assertEquals("/vo/d/unborn", children.get(3).path());
    assertEquals(0, children.get(3).attributes().orElseThrow().size());
    PathDetail old =
        children.stream().filter(child -> child.path().endsWith("old")).findFirst().orElseThrow();
    assertEquals(SrmStatus.FILE_BUSY, old.status().code());
    assertEquals(3, old.attributes().orElseThrow().size());
  }

  @Test
  void aDirectoryWithMoreUploadsThanAreToldAtOnceShowsEachOnce() throws IOException {
    fixture.puts.atATime = 2;
    fixture.file("d/plain", "x");
    List<String> uploads = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      boolean old = i % 2 == 1;
      if (old) {
        fixture.file("d/f" + i, "old content");
      } else {
        uploads.add("/vo/d/f" + i);
      }
      ActivePut put = fixture.puts.begin(fixture.place("d/f" + i));
      Files.writeString(fixture.root.resolve("d").resolve(put.upload().hiddenName()), "new");
    }

    LsReply whole = fixture.ls(1, 0, 0, "/vo/d");
    List<PathDetail> children = whole.details().getFirst().children();

    assertEquals(8, children.size());
    assertEquals(uploads, children.subList(4, 8).stream().map(PathDetail::path).toList());
    for (PathDetail child : children) {
      boolean plain = child.path().endsWith("plain");
      assertEquals(plain ? SrmStatus.SUCCESS : SrmStatus.FILE_BUSY, child.status().code());
      assertEquals(plain ? 1 : 3, child.attributes().orElseThrow().size(), child.path());
    }
    List<PathDetail> paged = new ArrayList<>();
    for (int offset = 0; offset < 9; offset += 3) {
      paged.addAll(fixture.ls(1, offset, 3, "/vo/d").details().getFirst().children());
    }
    assertEquals(children, paged);
  }

  @Test
  void theTopShowsTheAreasTheCallerMayList() throws IOException {
    fixture.file("f", "x");
    LsReply top = fixture.ls(1, 0, 0, "/");

    assertEquals(List.of("/vo"), paths(top));
    assertEquals(FileType.DIRECTORY, top.details().getFirst().attributes().orElseThrow().type());
    assertEquals(List.of("/vo/tape", "/vo/f"), paths(fixture.ls(1, 0, 0, "/vo")));
    assertEquals(List.of("/vo/f"), paths(fixture.ls(1, 1, 0, "/vo")));
    assertEquals("/top", fixture.stat("/top").path());
  }

  @Test
  void aDirectoryUnderAnAreasMountPointIsHiddenByIt() throws IOException {
    fixture.file("tape/shadowed", "x");

    assertEquals(List.of("/vo/tape"), paths(fixture.ls(1, 0, 0, "/vo")));
    assertEquals(List.of(), paths(fixture.ls(1, 0, 0, "/vo/tape")));
  }

  @Test
  void strangersSeeNothing() {
    for (String sfn : List.of("/", "/vo", "/vo/x")) {
      LsReply reply =
          fixture.ls(DirectoryFixture.STRANGER, request(true, false, OptionalInt.of(0), sfn));
      assertEquals(SrmStatus.AUTHORIZATION_FAILURE, reply.status().code());
      assertTrue(reply.details().getFirst().attributes().isEmpty());
    }
  }

  @Test
  void linksAreShownAndDoNotLeadOut() throws IOException {
    Files.createSymbolicLink(fixture.root.resolve("out"), Path.of("/etc"));

    assertEquals(FileType.LINK, fixture.stat("/vo/out").attributes().orElseThrow().type());
    PathDetail passwd = fixture.stat("/vo/out/passwd");
    assertEquals(SrmStatus.INVALID_PATH, passwd.status().code());
    assertFalse(passwd.status().explanation().contains(dir.toString()));
  }

  @Test
  void impossibleRequestsAreRefusedAsAWhole() {
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(0, 0, 0).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(-1, 0, 0, "/vo").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(1, -1, 0, "/vo").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(1, 0, -1, "/vo").status().code());
    String[] five = {"/vo", "/vo", "/vo", "/vo", "/vo"};
    String[] six = {"/vo", "/vo", "/vo", "/vo", "/vo", "/vo"};
    assertEquals(SrmStatus.SUCCESS, fixture.ls(0, 0, 0, five).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, fixture.ls(0, 0, 0, six).status().code());
  }

  private static LsReply filtered(
      DirectoryFixture fixture, FileStorageType type, int count, String sfn) {
    return fixture.ls(
        DirectoryFixture.MEMBER,
        new LsRequest(
            List.of(DirectoryFixture.surl(sfn)),
            true,
            false,
            OptionalInt.of(1),
            OptionalInt.empty(),
            OptionalInt.of(count),
            Optional.of(type)));
  }

  private static FileTerms until(FileStorageType type, int seconds) {
    return FileTerms.from("token-x", type, seconds, DirectoryFixture.NOW);
  }

  @Test
  void filesOfOneTypeAreListedBesideDirectories() throws IOException {
    fixture.stored("t/v1", until(FileStorageType.VOLATILE, 60));
    fixture.stored("t/v2", until(FileStorageType.VOLATILE, 60));
    fixture.stored("t/d", until(FileStorageType.DURABLE, 60));
    fixture.file("t/p", "nobody said how long");
    Files.createDirectory(fixture.root.resolve("t/below"));

    assertEquals(
        Set.of("/vo/t/v1", "/vo/t/v2", "/vo/t/below"),
        Set.copyOf(paths(filtered(fixture, FileStorageType.VOLATILE, 3, "/vo/t"))),
        "what is not shown counts in no page");
    assertEquals(
        Set.of("/vo/t/d", "/vo/t/below"),
        Set.copyOf(paths(filtered(fixture, FileStorageType.DURABLE, 0, "/vo/t"))));
    assertEquals(
        Set.of("/vo/t/p", "/vo/t/below"),
        Set.copyOf(paths(filtered(fixture, FileStorageType.PERMANENT, 0, "/vo/t"))));
    LsReply named = filtered(fixture, FileStorageType.DURABLE, 0, "/vo/t/v1");
    assertEquals(SrmStatus.SUCCESS, named.status().code(), "it was asked for by its name");
  }

  @Test
  void theTermsOfAFileAreShown() throws IOException {
    fixture.stored("v", until(FileStorageType.VOLATILE, 60));
    fixture.clock.advance(Duration.ofSeconds(20));

    Attributes shown = fixture.stat("/vo/v").attributes().orElseThrow();

    assertEquals(FileStorageType.VOLATILE, shown.storageType());
    assertEquals(OptionalInt.of(60), shown.lifetimeAssigned());
    assertEquals(OptionalInt.of(40), shown.lifetimeLeft());
    assertEquals(Optional.of("token-x"), shown.spaceToken());
    fixture.file("p", "");
    Attributes permanent = fixture.stat("/vo/p").attributes().orElseThrow();
    assertEquals(FileStorageType.PERMANENT, permanent.storageType());
    assertEquals(OptionalInt.of(-1), permanent.lifetimeLeft());
  }

  @Test
  void aFileThatHasEndedIsToldSoWithItsAttributes() throws IOException {
    fixture.stored("ended", until(FileStorageType.DURABLE, 10));
    fixture.clock.advance(Duration.ofSeconds(10));

    PathDetail ended = fixture.stat("/vo/ended");

    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, ended.status().code());
    assertEquals(OptionalInt.of(0), ended.attributes().orElseThrow().lifetimeLeft());
    LsReply above = fixture.ls(1, 0, 0, "/vo");
    assertEquals(SrmStatus.SUCCESS, above.status().code());
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED,
        above.details().getFirst().children().stream()
            .filter(child -> child.path().equals("/vo/ended"))
            .findFirst()
            .orElseThrow()
            .status()
            .code());
  }

  @Test
  void nobodyWaitsForAListingBeyondItsDeadline() {
    fixture.clock.advance(Duration.ofSeconds(30));

    var failure = assertThrows(BackendFailure.class, () -> fixture.ls(0, 0, 0, "/vo"));

    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
  }
}
