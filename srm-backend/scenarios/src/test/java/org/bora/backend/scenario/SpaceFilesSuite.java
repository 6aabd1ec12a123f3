package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.bora.api.Catalogue;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatus;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.FileTerms;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;

/**
 * What becomes of files when their space changes or ends, on whatever database a subclass names.
 */
abstract class SpaceFilesSuite extends SpaceBench {

  @Test
  void releaseKeepsWhatIsPermanentAndRemovesWhatIsVolatile() throws IOException {
    String token = reserved(500);
    stored(Optional.of(token), 30, "kept");
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            put(Optional.of(token), FileStorageType.VOLATILE, 40, "gone"));
    assertEquals(SrmStatus.SUCCESS, done(reply, 40, "gone"));
    PutReply open = begun(Optional.of(token), 5, "open");
    assertEquals(SrmStatus.FAILURE, release(ALICE, token, false));
    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(open.token().orElseThrow()));
    site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), SmallSite.get("kept"));
    assertEquals(SrmStatus.FAILURE, release(ALICE, token, false), "a pinned file is in the way");
    assertEquals(SrmStatus.SUCCESS, release(ALICE, token, true));
    assertEquals(new Sums(970, 0, 30, 1), own());
    assertEquals(new Sums(0, 0, 0, 0), in(token));
    assertTrue(Files.exists(root.resolve("kept")));
    assertFalse(Files.exists(root.resolve("gone")));
    assertEquals("token-vo", terms("kept").spaceToken().orElseThrow());
    assertEquals(SrmStatus.INVALID_REQUEST, release(ALICE, token, true));
    assertEquals(SrmStatus.INVALID_REQUEST, code(begun(Optional.of(token), 1, "b")));
    assertEquals(SrmStatus.NOT_SUPPORTED, release(ALICE, "token-vo", true));
  }

  @Test
  void theEndOfASpaceDoesNotTouchWhatHasTheNameOfItsFileByNow() throws IOException {
    String token = reserved(500);
    PutReply old =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            put(Optional.of(token), FileStorageType.VOLATILE, 40, "name"));
    assertEquals(SrmStatus.SUCCESS, done(old, 40, "name"));
    Files.delete(root.resolve("name"));
    Files.writeString(root.resolve("name"), "brought here by somebody else");
    PutReply open = begun(Optional.empty(), 5, "name");
    assertEquals(SrmStatus.SUCCESS, release(ALICE, token, false));
    assertTrue(Files.exists(root.resolve("name")));
    assertEquals(SrmStatus.SUCCESS, done(open, 5, "name"), "its put goes on");
    assertEquals(new Sums(995, 0, 5, 1), own());
  }

  @Test
  void aPutThatBeginsWhileTheFileOfAnEndedSpaceIsRemovedGoesOn() {
    String token = reserved(500);
    PutReply old =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            put(Optional.of(token), FileStorageType.VOLATILE, 40, "name"));
    assertEquals(SrmStatus.SUCCESS, done(old, 40, "name"));
    AtomicReference<PutReply> begun = new AtomicReference<>();
    AreaTree tree =
        Intercepted.of(
            AreaTree.class,
            site.tree,
            (method, _) -> {
              if (method.equals("withdrawUpload")) {
                time.pass(Duration.ofSeconds(1));
                begun.set(begun(Optional.empty(), 5, "name"));
              }
            });
    try (SmallSite slow = new SmallSite(settings, tree, time, spaces())) {
      ReleaseSpaceRequest release = new ReleaseSpaceRequest(token, false);
      assertEquals(
          SrmStatus.SUCCESS,
          slow.spaces
              .functions()
              .call(Catalogue.RELEASE_SPACE, slow.call(ALICE), release)
              .status()
              .code());
    }
    assertEquals(SrmStatus.SUCCESS, done(begun.get(), 5, "name"));
    assertEquals(new Sums(995, 0, 5, 1), own());
  }

  @Test
  void forceAbortsWhatIsBeingWritten() {
    String token = reserved(500);
    PutReply open = begun(Optional.of(token), 5, "open");
    assertEquals(SrmStatus.SUCCESS, release(ALICE, token, true));
    assertEquals(SrmStatus.ABORTED, done(open, 5, "open"));
    assertEquals(new Sums(1000, 0, 0, 0), own());
  }

  @Test
  void anExpiredSpaceTakesNothingMoreAndItsFilesStay() {
    String token = reserved(500);
    stored(Optional.of(token), 30, "kept");
    time.pass(Duration.ofHours(2));
    assertEquals(SrmStatus.SPACE_LIFETIME_EXPIRED, code(begun(Optional.of(token), 1, "b")));
    var told =
        site.spaces
            .functions()
            .call(
                Catalogue.GET_SPACE_META_DATA, site.call(ALICE), new TokensRequest(List.of(token)));
    assertEquals(SrmStatus.SUCCESS, told.status().code());
    assertEquals(SrmStatus.SPACE_LIFETIME_EXPIRED, told.spaces().getFirst().status().code());
    site.sweep.round();
    assertEquals(new Sums(970, 0, 30, 1), own());
    assertTrue(Files.exists(root.resolve("kept")));
  }

  private FileTerms terms(String name) throws IOException {
    return FileTerms.of(site.tree.facts(AreaPath.parse(name)).label().orElseThrow()).orElseThrow();
  }

  @Test
  void filesAndTreesChangeTheirSpaceWhereThereIsRoom() throws IOException {
    Files.createDirectory(root.resolve("dir"));
    stored(Optional.empty(), 30, "dir/a");
    stored(Optional.empty(), 40, "dir/b");
    stored(Optional.empty(), 50, "c");
    begun(Optional.empty(), 1, "busy");
    String token = reserved(100);
    ChangeSpaceReply reply = change(token, "dir", "c", "busy", "absent");
    assertEquals(
        List.of(
            SrmStatus.SUCCESS,
            SrmStatus.EXCEED_ALLOCATION,
            SrmStatus.FILE_BUSY,
            SrmStatus.INVALID_PATH),
        reply.files().stream().map(file -> file.status().code()).toList());
    assertEquals(new Sums(30, 0, 70, 2), in(token));
    assertEquals(token, terms("dir/a").spaceToken().orElseThrow());
    assertEquals("token-vo", terms("c").spaceToken().orElseThrow());
    assertEquals(
        reply,
        site.spaces
            .functions()
            .call(
                Catalogue.STATUS_OF_CHANGE_SPACE_FOR_FILES,
                site.call(ALICE),
                new TokenRequest(reply.token().orElseThrow())));
    assertEquals(SrmStatus.SUCCESS, change("token-vo", "dir").status().code());
    assertEquals(new Sums(100, 0, 0, 0), in(token));
  }

  @Test
  void suspendedRequestsDoNotKeepTheSweepFromThoseThatWait() {
    String token = reserved(100);
    for (int i = 0; i < 11; i++) {
      stored(Optional.empty(), 1, "f" + i);
    }
    List<String> requests =
        IntStream.range(0, 11).mapToObj(i -> change(token, "f" + i).token().orElseThrow()).toList();
    site.transactions.run(
        sql -> sql.sql("UPDATE space_change SET code = 'REQUEST_INPROGRESS'").update());
    requests
        .subList(0, 10)
        .forEach(
            one ->
                site.requests.call(
                    Catalogue.SUSPEND_REQUEST, site.call(ALICE), new TokenRequest(one)));
    site.sweep.round();
    assertEquals(SrmStatus.SUCCESS, statusOfChange(requests.getLast()));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, statusOfChange(requests.getFirst()));
  }

  private SrmStatus statusOfChange(String request) {
    return site.spaces
        .functions()
        .call(
            Catalogue.STATUS_OF_CHANGE_SPACE_FOR_FILES, site.call(ALICE), new TokenRequest(request))
        .files()
        .getFirst()
        .status()
        .code();
  }

  private ChangeSpaceReply change(String token, String... names) {
    return site.spaces
        .functions()
        .call(
            Catalogue.CHANGE_SPACE_FOR_FILES,
            site.call(ALICE),
            new ChangeSpaceRequest(List.of(names).stream().map(SmallSite::surl).toList(), token));
  }

  @Test
  void theLastCopyIsNeverPurged() {
    String token = reserved(100);
    stored(Optional.of(token), 30, "a");
    stored(Optional.empty(), 30, "elsewhere");
    assertEquals(
        List.of(SrmStatus.LAST_COPY, SrmStatus.INVALID_PATH, SrmStatus.INVALID_PATH),
        purge(token, "a", "elsewhere", "absent"));
    site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), SmallSite.get("a"));
    assertEquals(List.of(SrmStatus.FAILURE), purge(token, "a"));
    assertTrue(Files.exists(root.resolve("a")));
  }

  private List<SrmStatus> purge(String token, String... names) {
    return site
        .spaces
        .functions()
        .call(
            Catalogue.PURGE_FROM_SPACE,
            site.call(ALICE),
            new PurgeRequest(List.of(names).stream().map(SmallSite::surl).toList(), token))
        .files()
        .stream()
        .map(SurlStatus::status)
        .map(status -> status.code())
        .toList();
  }

  @Test
  void livesAreExtendedUpToTheEndOfTheSpace() throws IOException {
    String token = reserved(100);
    stored(Optional.of(token), 10, "permanent");
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            new PutRequest(
                List.of(new PutFile(Optional.of(surl("v")), OptionalLong.of(5))),
                "",
                OverwriteMode.NEVER,
                Optional.of(FileStorageType.VOLATILE),
                OptionalInt.empty(),
                OptionalInt.of(600),
                OptionalInt.of(60),
                Optional.of(token),
                Optional.empty(),
                List.of("gsiftp")));
    assertEquals(SrmStatus.SUCCESS, done(reply, 5, "v"));
    var told =
        site.spaces
            .functions()
            .call(
                Catalogue.EXTEND_FILE_LIFE_TIME_IN_SPACE,
                site.call(ALICE),
                new ExtendInSpaceRequest(
                    token, List.of(surl("permanent"), surl("v")), OptionalInt.of(-1)));
    assertEquals(
        List.of(OptionalInt.of(-1), OptionalInt.of(3600)),
        told.files().stream().map(file -> file.fileLifetime()).toList());
    assertEquals(Optional.of(time.instant().plus(Duration.ofHours(1))), terms("v").ends());
  }

  @Test
  void aVolatileFileThatHasEndedIsNotExtended() {
    String token =
        site.locator.area("vo").orElseThrow().spaceToken(); // a reservation may end with it
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            new PutRequest(
                List.of(new PutFile(Optional.of(surl("v")), OptionalLong.of(5))),
                "",
                OverwriteMode.NEVER,
                Optional.of(FileStorageType.VOLATILE),
                OptionalInt.empty(),
                OptionalInt.of(600),
                OptionalInt.of(60),
                Optional.of(token),
                Optional.empty(),
                List.of("gsiftp")));
    assertEquals(SrmStatus.SUCCESS, done(reply, 5, "v"));
    time.pass(Duration.ofSeconds(60));
    ExtendInSpaceRequest longer =
        new ExtendInSpaceRequest(token, List.of(surl("v")), OptionalInt.of(3600));
    assertEquals(
        List.of(SrmStatus.INVALID_PATH),
        site
            .spaces
            .functions()
            .call(Catalogue.EXTEND_FILE_LIFE_TIME_IN_SPACE, site.call(ALICE), longer)
            .files()
            .stream()
            .map(file -> file.status().code())
            .toList());
  }

  @Test
  void renamedFilesStayInTheBooks() throws IOException {
    Files.createDirectory(root.resolve("dir"));
    stored(Optional.empty(), 30, "dir/a");
    site.move("dir", "other");
    time.pass(Duration.ofDays(30));
    site.sweep.round();
    assertEquals(new Sums(970, 0, 30, 1), own());
  }

  @Test
  void whatVanishedBehindOurBackIsFoundAndWrongCountersAreMended() throws IOException {
    stored(Optional.empty(), 30, "vanishing");
    stored(Optional.empty(), 40, "staying");
    Files.delete(root.resolve("vanishing"));
    site.transactions.run(
        sql -> sql.sql("UPDATE space_share SET used = used + 7, free = free - 7 LIMIT 1").update());
    site.sweep.round();
    assertEquals(new Sums(930, 0, 70, 2), own(), "counters at once, missing files after a grace");
    time.pass(Duration.ofDays(2));
    site.sweep.round();
    assertEquals(new Sums(960, 0, 40, 1), own());
  }

  @Test
  void mendingChangesEveryShareSoThatAClusterCertifiesItAgainstEachWriter() {
    stored(Optional.empty(), 30, "a");
    assertEquals(0, mended());
    site.transactions.run(
        sql -> sql.sql("UPDATE space_share SET used = used + 7, free = free - 7 LIMIT 1").update());
    site.sweep.round();
    assertEquals(8, mended(), "shares of the space");
    time.pass(Duration.ofDays(1));
    site.sweep.round();
    assertEquals(8, mended(), "there is nothing to mend");
  }

  private long mended() {
    return site.transactions.read(
        sql -> sql.sql("SELECT SUM(mended) FROM space_share").query(Long.class).single());
  }

  @Test
  void theSizeOfAnAreaMayChangeBetweenStarts() {
    stored(Optional.empty(), 30, "a");
    AreaSpaceSettings small =
        new AreaSpaceSettings(OptionalLong.of(20), ReservationSettings.defaults());
    SpaceSettings changed = new SpaceSettings(3, Map.of("vo", small));
    try (SmallSite restarted = new SmallSite(settings, site.tree, time, changed)) {
      assertEquals(new Sums(-10, 0, 30, 1), own());
      assertEquals(
          SrmStatus.NO_FREE_SPACE,
          code(
              restarted.puts.call(
                  Catalogue.PREPARE_TO_PUT,
                  restarted.call(ALICE),
                  put(Optional.empty(), FileStorageType.PERMANENT, 1, "b"))));
    }
  }
}
