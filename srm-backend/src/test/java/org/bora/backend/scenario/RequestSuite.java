package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.get;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.RequestSummary;
import org.bora.api.request.RequestType;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinTable;
import org.bora.backend.pin.WaitReason;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for requests of every kind, on whatever database a subclass names. */
abstract class RequestSuite {
  private SmallSite site;
  private Path root;
  private DatabaseSettings settings;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    root = directory;
    settings = schemas.migrated();
    site = new SmallSite(settings, root, new SteppedTime(SmallSite.START));
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(root.resolve(name), name);
    }
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  /** A bringOnline that starts in {@code seconds}; its request may take an hour. */
  private static GetRequest later(int seconds, String... names) {
    return asked("", OptionalInt.of(seconds), names);
  }

  private static GetRequest asked(String description, OptionalInt deferred, String... names) {
    return new GetRequest(
        Stream.of(names).map(name -> new SourceFile(surl(name), Optional.empty())).toList(),
        description,
        OptionalInt.of(3600),
        OptionalInt.of(600),
        deferred,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private GetReply bring(GetRequest request) {
    return site.bringOnline.bringOnline(site.call(ALICE), request);
  }

  private GetReply status(GetReply reply) {
    return site.bringOnline.statusOfBringOnline(
        site.call(ALICE), new StatusRequest(reply.token().orElseThrow(), List.of()));
  }

  private static List<SrmStatus> files(GetReply reply) {
    return reply.files().stream().map(file -> file.status().code()).toList();
  }

  private SrmStatus abort(String dn, String token) {
    return site.requests.abortRequest(site.call(dn), new AbortRequest(token)).status().code();
  }

  private SrmStatus suspend(String dn, String token) {
    return site.requests.suspendRequest(site.call(dn), token).status().code();
  }

  private SrmStatus resume(String dn, String token) {
    return site.requests.resumeRequest(site.call(dn), token).status().code();
  }

  private RequestSummariesReply summaries(String dn, String... tokens) {
    return site.requests.getRequestSummary(site.call(dn), List.of(tokens));
  }

  private LifetimesReply extend(
      String dn, Optional<String> token, OptionalInt file, OptionalInt pin, String... names) {
    return site.requests.extendFileLifeTime(
        site.call(dn),
        new ExtendRequest(token, Stream.of(names).map(SmallSite::surl).toList(), file, pin));
  }

  private static void assertNumbers(RequestSummary told, int completed, int waiting, int failed) {
    assertEquals(
        List.of(completed + waiting + failed, completed, waiting, failed),
        List.of(
            told.total().getAsInt(),
            told.completed().getAsInt(),
            told.waiting().getAsInt(),
            told.failed().getAsInt()));
  }

  @Test
  void aDeferredStartIsWaitedForAndThenPinnedByAnyBackend() {
    GetReply first = bring(later(300, "a", "missing"));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, first.status().code());
    assertEquals(List.of(SrmStatus.REQUEST_QUEUED, SrmStatus.INVALID_PATH), files(first));
    assertEquals(OptionalInt.of(300), first.remainingDeferredStartTime());
    assertEquals(OptionalInt.of(300), first.files().getFirst().estimatedWait());
    site.time.pass(Duration.ofSeconds(299));
    assertEquals(0, site.duePins.round());
    assertEquals(OptionalInt.of(1), status(first).files().getFirst().estimatedWait());
    site.time.pass(Duration.ofSeconds(1));
    try (SmallSite other = new SmallSite(settings, site.tree, site.time)) {
      assertEquals(1, other.duePins.round());
    }
    assertEquals(0, site.duePins.round());
    GetReply pinned = status(first);
    assertEquals(SrmStatus.PARTIAL_SUCCESS, pinned.status().code());
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.INVALID_PATH), files(pinned));
    assertEquals(OptionalInt.of(600), pinned.files().getFirst().remainingPinTime());
    assertEquals(OptionalInt.empty(), pinned.remainingDeferredStartTime());
  }

  @Test
  void whatADeadBackendHadClaimedIsTakenWhenItsLeaseIsOver() {
    GetReply reply = bring(later(300, "a"));
    site.time.pass(Duration.ofMinutes(5));
    Instant now = site.time.instant();
    List<Pin> claimed =
        site.transactions.run(
            sql ->
                new PinTable()
                    .claimReady(
                        sql, WaitReason.DEFERRED_START, now, now.plus(Duration.ofMinutes(2)), 10));
    assertEquals(1, claimed.size());
    assertEquals(0, site.duePins.round());
    assertEquals(List.of(SrmStatus.REQUEST_QUEUED), files(status(reply)));
    site.time.pass(Duration.ofMinutes(2));
    assertEquals(1, site.duePins.round());
    assertEquals(List.of(SrmStatus.SUCCESS), files(status(reply)));
  }

  @Test
  void twoBackendsPinEachFileOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      bring(later(300, "a", "b", "c"));
    }
    site.time.pass(Duration.ofMinutes(5));
    try (SmallSite other = new SmallSite(settings, site.tree, site.time);
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<Integer> one = threads.submit(site.duePins::round);
      Future<Integer> two = threads.submit(other.duePins::round);
      // What one of them is just claiming the other passes over.
      assertEquals(60, one.get() + two.get() + site.duePins.round());
    }
  }

  @Test
  void aFileThatHasGoneWhenItsTimeComesIsRefused() throws IOException {
    GetReply reply = bring(later(300, "a", "b"));
    Files.delete(root.resolve("a"));
    site.names.removed(site.place("a"), Optional.empty());
    Files.delete(root.resolve("b"));
    site.time.pass(Duration.ofMinutes(5));
    site.duePins.round();
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.INVALID_PATH), files(status(reply)));
  }

  @Test
  void whatStillWaitsWhenTheTotalTimeIsOverHasTimedOut() {
    GetReply reply = bring(later(3599, "a"));
    site.time.pass(Duration.ofHours(1));
    assertEquals(SrmStatus.REQUEST_TIMED_OUT, status(reply).status().code());
    assertEquals(List.of(SrmStatus.FAILURE), files(status(reply)));
    assertEquals(SrmStatus.SUCCESS, abort(ALICE, reply.token().orElseThrow()));
    assertEquals(0, site.duePins.round());
    assertEquals(SrmStatus.REQUEST_TIMED_OUT, status(reply).status().code());
    assertEquals(
        SrmStatus.REQUEST_TIMED_OUT,
        summaries(ALICE, reply.token().orElseThrow()).requests().getFirst().status().code());
  }

  @Test
  void aStartThatCannotBeIsRefused() {
    assertEquals(SrmStatus.INVALID_REQUEST, bring(later(-1, "a")).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, bring(later(3600, "a")).status().code());
    assertEquals(SrmStatus.SUCCESS, bring(later(0, "a")).status().code());
  }

  @Test
  void aSuspendedRequestRestsUntilItIsResumed() {
    GetReply reply = bring(later(300, "a"));
    String token = reply.token().orElseThrow();
    assertEquals(SrmStatus.SUCCESS, suspend(ALICE, token));
    assertEquals(SrmStatus.SUCCESS, suspend(ALICE, token));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, suspend(BOB, token));
    assertEquals(SrmStatus.REQUEST_SUSPENDED, status(reply).status().code());
    assertEquals(List.of(SrmStatus.REQUEST_SUSPENDED), files(status(reply)));
    assertNumbers(summaries(ALICE, token).requests().getFirst(), 0, 1, 0);
    site.time.pass(Duration.ofSeconds(400));
    assertEquals(0, site.duePins.round());
    assertEquals(SrmStatus.SUCCESS, resume(ALICE, token));
    assertEquals(1, site.duePins.round());
    assertEquals(SrmStatus.SUCCESS, status(reply).status().code());
    assertEquals(SrmStatus.FAILURE, suspend(ALICE, token), "it is finished");
    assertEquals(SrmStatus.FAILURE, resume(ALICE, token));
    assertEquals(SrmStatus.INVALID_REQUEST, suspend(ALICE, "nonsense"));
  }

  @Test
  void theTimesOfASuspendedRequestGoOn() {
    GetReply reply = bring(later(300, "a"));
    suspend(ALICE, reply.token().orElseThrow());
    site.time.pass(Duration.ofHours(1));
    assertEquals(SrmStatus.REQUEST_TIMED_OUT, status(reply).status().code());
    assertEquals(SrmStatus.FAILURE, resume(ALICE, reply.token().orElseThrow()));
  }

  @Test
  void waitingFilesAreGivenUpByAbortAndByRelease() {
    GetReply reply = bring(later(300, "a", "b", "c"));
    String token = reply.token().orElseThrow();
    assertEquals(
        List.of(SrmStatus.SUCCESS, SrmStatus.INVALID_PATH),
        site
            .requests
            .abortFiles(
                site.call(ALICE),
                new AbortFilesRequest(token, List.of(surl("a"), surl("stranger"))))
            .files()
            .stream()
            .map(file -> file.status().code())
            .toList());
    assertEquals(SrmStatus.REQUEST_INPROGRESS, status(reply).status().code());
    site.requests.releaseFiles(
        site.call(ALICE), new ReleaseRequest(Optional.empty(), List.of(surl("b")), false));
    assertEquals(SrmStatus.SUCCESS, abort(ALICE, token));
    assertEquals(SrmStatus.SUCCESS, abort(ALICE, token));
    assertEquals(SrmStatus.ABORTED, status(reply).status().code());
    site.time.pass(Duration.ofMinutes(5));
    assertEquals(0, site.duePins.round());
    assertNumbers(summaries(ALICE, token).requests().getFirst(), 0, 0, 3);
  }

  @Test
  void whatIsFinishedKeepsItsStatusWhateverBecomesOfItsFiles() {
    GetReply reply = bring(later(0, "a", "missing"));
    String token = reply.token().orElseThrow();
    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    abort(ALICE, token);
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.INVALID_PATH), files(status(reply)));
    assertEquals(SrmStatus.PARTIAL_SUCCESS, status(reply).status().code());
    assertEquals(
        SrmStatus.PARTIAL_SUCCESS, summaries(ALICE, token).requests().getFirst().status().code());
  }

  @Test
  void requestsAreSummedUpWithoutAWordToStrangers() {
    String pinned = bring(get("a", "missing")).token().orElseThrow();
    PutReply writing =
        site.puts.prepareToPut(site.call(ALICE), put(OverwriteMode.NEVER, "a", "x", "y"));
    String put = writing.token().orElseThrow();
    site.puts.putDone(site.call(ALICE), new PutDoneRequest(put, List.of(surl("x"))));
    String foreign =
        site.gets.prepareToGet(site.call(BOB), get("a", "b", "c")).token().orElseThrow();
    RequestSummariesReply told = summaries(ALICE, pinned, put, foreign, "nonsense");
    assertEquals(SrmStatus.PARTIAL_SUCCESS, told.status().code());
    RequestSummary one = told.requests().getFirst();
    assertEquals(Optional.of(RequestType.BRING_ONLINE), one.type());
    assertEquals(SrmStatus.PARTIAL_SUCCESS, one.status().code());
    assertNumbers(one, 1, 0, 1);
    assertEquals(Optional.of(RequestType.PREPARE_TO_PUT), told.requests().get(1).type());
    assertNumbers(told.requests().get(1), 1, 1, 1);
    RequestSummary other = told.requests().get(2);
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, other.status().code());
    assertTrue(other.type().isEmpty() && other.total().isEmpty() && other.waiting().isEmpty());
    assertEquals(SrmStatus.INVALID_REQUEST, told.requests().get(3).status().code());
    assertEquals(SrmStatus.FAILURE, summaries(BOB, pinned).status().code());
    assertEquals(SrmStatus.SUCCESS, summaries(ALICE, pinned).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, summaries(ALICE).status().code());
  }

  @Test
  void tokensAreFoundByTheirDescription() {
    String one = bring(asked("Run 7", OptionalInt.empty(), "a")).token().orElseThrow();
    site.time.pass(Duration.ofSeconds(1));
    String two = bring(asked("run 7", OptionalInt.empty(), "a")).token().orElseThrow();
    assertEquals(List.of(one), tokens(ALICE, Optional.of("Run 7")));
    assertEquals(List.of(one, two), tokens(ALICE, Optional.empty()));
    assertEquals(List.of(), tokens(BOB, Optional.of("run 7")));
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.requests.getRequestTokens(site.call(BOB), Optional.empty()).status().code());
    KnownRequestsReply all = site.requests.getRequestTokens(site.call(ALICE), Optional.empty());
    assertEquals(SmallSite.START, all.requests().getFirst().createdAt());
    for (int i = 0; i < 50; i++) {
      site.time.pass(Duration.ofSeconds(1));
      bring(get("a"));
    }
    List<String> newest = tokens(ALICE, Optional.empty());
    assertEquals(50, newest.size());
    assertTrue(!newest.contains(one) && !newest.contains(two), "the newest are told");
  }

  private List<String> tokens(String dn, Optional<String> description) {
    return site.requests.getRequestTokens(site.call(dn), description).requests().stream()
        .map(request -> request.token())
        .toList();
  }

  @Test
  void pinsAreExtendedAndNeverShortened() {
    GetReply reply = bring(get("a", "b"));
    Optional<String> token = reply.token();
    LifetimesReply longer =
        extend(ALICE, token, OptionalInt.empty(), OptionalInt.of(6000), "a", "stranger");
    assertEquals(SrmStatus.PARTIAL_SUCCESS, longer.status().code());
    assertEquals(OptionalInt.of(6000), longer.files().getFirst().pinLifetime());
    assertEquals(SrmStatus.INVALID_PATH, longer.files().get(1).status().code());
    assertEquals(
        OptionalInt.of(6000),
        extend(ALICE, token, OptionalInt.empty(), OptionalInt.of(5), "a")
            .files()
            .getFirst()
            .pinLifetime());
    assertEquals(
        OptionalInt.of((int) Duration.ofDays(21).toSeconds()),
        extend(ALICE, token, OptionalInt.empty(), OptionalInt.of(-1), "b")
            .files()
            .getFirst()
            .pinLifetime());
    site.time.pass(Duration.ofSeconds(601));
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS), files(status(reply)));
    abort(ALICE, token.orElseThrow());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        extend(ALICE, token, OptionalInt.empty(), OptionalInt.of(60), "a")
            .files()
            .getFirst()
            .status()
            .code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        extend(BOB, token, OptionalInt.empty(), OptionalInt.of(60), "a").status().code());
  }

  @Test
  void aPutGetsMoreTimeForItsPutDone() {
    PutReply reply = site.puts.prepareToPut(site.call(ALICE), put(OverwriteMode.NEVER, "new"));
    extend(ALICE, reply.token(), OptionalInt.empty(), OptionalInt.of(7200), "new");
    site.time.pass(Duration.ofSeconds(7000));
    assertEquals(
        OptionalInt.of(200),
        site.puts
            .statusOfPut(
                site.call(ALICE), new StatusRequest(reply.token().orElseThrow(), List.of()))
            .files()
            .getFirst()
            .remainingPinLifetime());
    site.time.pass(Duration.ofSeconds(200));
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        extend(ALICE, reply.token(), OptionalInt.empty(), OptionalInt.of(60), "new")
            .files()
            .getFirst()
            .status()
            .code());
  }

  @Test
  void filesAndPinsHaveALifetimeEach() {
    Optional<String> token = bring(get("a")).token();
    OptionalInt none = OptionalInt.empty();
    OptionalInt some = OptionalInt.of(60);
    assertEquals(SrmStatus.INVALID_REQUEST, extend(ALICE, token, some, some, "a").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, extend(ALICE, token, none, none, "a").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, extend(ALICE, token, some, none, "a").status().code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        extend(ALICE, Optional.empty(), none, some, "a").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, extend(ALICE, token, none, some).status().code());
    LifetimesReply file = extend(ALICE, Optional.empty(), some, none, "a");
    assertEquals(SrmStatus.SUCCESS, file.status().code());
    assertEquals(OptionalInt.of(-1), file.files().getFirst().fileLifetime());
  }

  @Test
  void theLastCopyStaysWhenItIsReleasedWithRemoval() {
    GetReply reply = bring(get("a"));
    assertEquals(
        SrmStatus.LAST_COPY,
        site.requests
            .releaseFiles(
                site.call(ALICE), new ReleaseRequest(reply.token(), List.of(surl("a")), true))
            .files()
            .getFirst()
            .status()
            .code());
    assertEquals(List.of(SrmStatus.RELEASED), files(status(reply)));
    assertTrue(Files.exists(root.resolve("a")));
  }

  @Test
  void aTokenOfAnAreaOfRolesIsForAllWhoHoldTheRole() {
    String production = "/testvo/prod/Role=production";
    Surl file = new Surl("srm://se.example.org/shift/a");
    GetRequest request =
        new GetRequest(
            List.of(new SourceFile(file, Optional.empty())),
            "",
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    GetReply reply = site.gets.prepareToGet(site.call(ALICE, production), request);
    StatusRequest question = new StatusRequest(reply.token().orElseThrow(), List.of());
    assertEquals(
        SrmStatus.SUCCESS,
        site.gets.statusOfGet(site.call(BOB, production), question).status().code());
    assertEquals(
        SrmStatus.SUCCESS, site.gets.statusOfGet(site.call(ALICE), question).status().code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.gets.statusOfGet(site.call(BOB, "/testvo/prod", production), question).status().code(),
        "only the primary FQAN counts");
  }
}
