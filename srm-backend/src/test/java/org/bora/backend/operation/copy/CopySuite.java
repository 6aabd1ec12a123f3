package org.bora.backend.operation.copy;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.copy.CopyFile;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Recursion;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.client.ClientSettings;
import org.bora.gridftp.copy.CopySettings;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.TrustSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of copies besides copying, on whatever database a subclass names. */
abstract class CopySuite {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();

  /** Never fires: the tests look after the copies themselves. */
  private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(1, task -> null);

  private final List<CopyOperations> backends = new ArrayList<>();
  private SmallSite site;
  private SilentServer server;
  private PeerTrust trust;
  private CopyOperations copies;
  private final List<CopyEnds.End> ended = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    DatabaseSettings settings = schemas.migrated();
    site = new SmallSite(settings, directory, time);
    server = new SilentServer();
    trust = new PeerTrust(new TrustSettings(directory, false, Duration.ofHours(1)));
    copies = backend();
  }

  @AfterEach
  void close() throws IOException {
    backends.forEach(CopyOperations::close);
    server.close();
    tasks.close();
    timer.shutdownNow();
    trust.close();
    site.close();
    site.tree.close();
  }

  private CopyOperations backend() {
    CopyLimits preset = CopyLimits.defaults();
    CopyLimits limits =
        new CopyLimits(
            1,
            1,
            Duration.ZERO,
            LEASE,
            preset.terms(),
            CopySettings.defaults(),
            ClientSettings.defaults());
    CopyOperations backend =
        new CopyOperations(
            limits,
            new LocalNames(Set.of("se.example.org"), OptionalInt.empty()),
            new CopyOperations.Surroundings(
                site.transactions, site.putEnding, site.locator, site.tokens, time, ended::add),
            new CopyOperations.LocalCalls(site.puts, site.gets, site.requests),
            site.copied,
            new CopyOperations.Machinery(trust, tasks, timer));
    backends.add(backend);
    return backend;
  }

  @Test
  void aCopyHoldsTheNameOfItsTargetUntilItIsAborted() {
    CopyReply begun = copy("a");
    awaitPut(begun);
    assertEquals(SrmStatus.FILE_BUSY, put("a").files().getFirst().status().code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.requests
            .abortRequest(site.call(BOB), new AbortRequest(begun.token().orElseThrow()))
            .status()
            .code());
    ReturnStatus abort =
        site.requests
            .abortRequest(site.call(ALICE), new AbortRequest(begun.token().orElseThrow()))
            .status();
    assertEquals(ReturnStatus.success(), abort);
    assertEquals(SrmStatus.ABORTED, status(begun).status().code());
    assertEquals(SrmStatus.ABORTED, status(begun).files().getFirst().status().code());
    assertEquals(
        SrmStatus.SPACE_AVAILABLE, put("a").files().getFirst().status().code(), "the name is free");
  }

  @Test
  void anAbortEndsTheWorkToo() {
    CopyReply first = copy("a");
    CopyReply second = copy("b");
    awaitPut(first);
    assertEquals(SrmStatus.REQUEST_QUEUED, status(second).status().code(), "one at a time");
    site.requests.abortRequest(site.call(ALICE), new AbortRequest(first.token().orElseThrow()));
    copies.look();
    await(second, SrmStatus.REQUEST_INPROGRESS);
    CopyEnds.End told = awaitEnds(1);
    assertEquals(first.token(), Optional.of(told.request()));
    assertEquals(new Surl(server.url("a")), told.source());
    assertEquals(surl("a"), told.target());
    assertEquals(SrmStatus.ABORTED, told.status().code());
    assertEquals(Optional.of(ALICE), told.call().map(call -> call.caller().dn()));
  }

  @Test
  void whatIsAbortedBeforeItsTurnIsToldToo() {
    awaitPut(copy("a"));
    CopyReply second = copy("b");
    site.requests.abortRequest(site.call(ALICE), new AbortRequest(second.token().orElseThrow()));
    copies.look();
    CopyEnds.End told = awaitEnds(1);
    assertEquals(surl("b"), told.target());
    assertEquals(SrmStatus.ABORTED, told.status().code());
    assertEquals(1, ended.size());
  }

  @Test
  void whoseTurnComesAfterTheAbortIsToldToo() throws IOException {
    awaitPut(copy("a"));
    CopyReply second = copy("b");
    site.requests.abortRequest(site.call(ALICE), new AbortRequest(second.token().orElseThrow()));
    server.close(); // the first fails
    assertEquals(surl("b"), awaitEnds(2).target());
  }

  @Test
  void filesAreAbortedByTheirSourceOrTheirTarget() {
    CopyReply begun = copy("a", "b", "c");
    List<Surl> named = List.of(new Surl(server.url("b")), surl("c"), surl("d"));
    List<SrmStatus> told =
        site
            .requests
            .abortFiles(site.call(ALICE), new AbortFilesRequest(begun.token().orElseThrow(), named))
            .files()
            .stream()
            .map(file -> file.status().code())
            .toList();
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS, SrmStatus.INVALID_PATH), told);
    List<SrmStatus> left =
        status(begun).files().stream().map(file -> file.status().code()).toList();
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.ABORTED), left.subList(1, 3));
  }

  @Test
  void copiesOfABackendThatIsGoneFailAndFreeTheirNames() {
    CopyReply begun = copy("a", "b");
    awaitPut(begun);
    CopyOperations other = backend();
    assertEquals(0, other.look(), "its lease holds");
    time.pass(LEASE.plusSeconds(1));
    assertEquals(2, other.look());
    assertEquals(
        List.of(CopyRun.RESTARTED, CopyRun.RESTARTED),
        ended.stream().filter(end -> end.call().isEmpty()).map(CopyEnds.End::status).toList(),
        "nobody knows any more who asked");
    CopyReply now = status(begun);
    assertEquals(SrmStatus.FAILURE, now.status().code());
    assertTrue(now.files().getFirst().status().explanation().contains("ask again"), now.toString());
    assertEquals(SrmStatus.SPACE_AVAILABLE, put("a").files().getFirst().status().code());
  }

  @Test
  void aBackendThatLivesKeepsItsCopies() {
    CopyReply begun = copy("a");
    CopyOperations other = backend();
    for (int i = 0; i < 4; i++) {
      time.pass(LEASE.dividedBy(2));
      copies.look();
      assertEquals(0, other.look());
    }
    await(begun, SrmStatus.REQUEST_INPROGRESS);
  }

  @Test
  void aSuspendedRequestBeginsNoFurtherFiles() {
    CopyReply first = copy("a");
    CopyReply second = copy("b");
    String token = second.token().orElseThrow();
    assertEquals(
        SrmStatus.SUCCESS, site.requests.suspendRequest(site.call(ALICE), token).status().code());
    assertEquals(SrmStatus.REQUEST_SUSPENDED, status(second).status().code());
    assertEquals(SrmStatus.REQUEST_SUSPENDED, status(second).files().getFirst().status().code());
    awaitPut(first);
    site.requests.abortRequest(site.call(ALICE), new AbortRequest(first.token().orElseThrow()));
    copies.look();
    copies.look();
    assertEquals(SrmStatus.REQUEST_SUSPENDED, status(second).status().code());
    site.requests.resumeRequest(site.call(ALICE), token);
    copies.look();
    await(second, SrmStatus.REQUEST_INPROGRESS);
  }

  @Test
  void whatWaitsBeyondItsTimeFails() {
    copy("a");
    CopyReply waiting = copy("b");
    time.pass(Duration.ofHours(5));
    copies.look();
    // where the first copy had not begun it has ended too, and the other may have had its turn
    await(waiting, SrmStatus.REQUEST_TIMED_OUT);
    assertEquals(
        Errand.TIME_OVER, status(waiting).files().getFirst().status(), "4 h are the default");
  }

  @Test
  void aTargetThatCannotBeIsToldAsForAPut() {
    CopyReply begun = copy("no/such/directory");
    await(begun, SrmStatus.FAILURE);
    assertEquals(SrmStatus.INVALID_PATH, status(begun).files().getFirst().status().code());
  }

  @Test
  void whatIsImpossibleIsRefusedWithoutATry() {
    Surl here = surl("a");
    Surl elsewhere = new Surl(server.url("a"));
    Surl nothing = new Surl("file:///a");
    assertEquals(
        List.of(SrmStatus.INVALID_PATH, SrmStatus.INVALID_PATH, SrmStatus.NOT_SUPPORTED),
        copies
            .copy(
                site.call(ALICE),
                request(
                    borrowed(),
                    new CopyFile(elsewhere, elsewhere, Optional.empty()),
                    new CopyFile(nothing, here, Optional.empty()),
                    new CopyFile(
                        elsewhere, here, Optional.of(new Recursion(true, OptionalInt.empty())))))
            .files()
            .stream()
            .map(file -> file.status().code())
            .toList());
  }

  @Test
  void aCredentialMustBeThereAndLast() {
    CopyFile file = new CopyFile(new Surl(server.url("a")), surl("a"), Optional.empty());
    CopyReply without = copies.copy(site.call(ALICE), request(Optional.empty(), file));
    assertEquals(SrmStatus.AUTHENTICATION_FAILURE, without.status().code());
    assertTrue(without.status().explanation().contains("delegate"));
    CopyReply over =
        copies.copy(
            site.call(ALICE),
            request(Optional.of(Borrowed.until(SmallSite.START.minusSeconds(1))), file));
    assertEquals(SrmStatus.AUTHENTICATION_FAILURE, over.status().code());
    assertEquals(Optional.empty(), over.token());
  }

  @Test
  void theStatusIsForTheOwnerAndForCopiesAlone() {
    CopyReply begun = copy("a");
    CopyStatusRequest question =
        new CopyStatusRequest(begun.token().orElseThrow(), List.of(), List.of());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        copies.statusOfCopy(site.call(BOB), question).status().code());
    String other = put("x").token().orElseThrow();
    CopyStatusRequest wrong = new CopyStatusRequest(other, List.of(), List.of());
    assertEquals(
        SrmStatus.INVALID_REQUEST, copies.statusOfCopy(site.call(ALICE), wrong).status().code());
    CopyStatusRequest some =
        new CopyStatusRequest(
            begun.token().orElseThrow(), List.of(new Surl(server.url("a"))), List.of(surl("z")));
    assertEquals(
        2, copies.statusOfCopy(site.call(ALICE), some).files().size(), "one known, one strange");
    CopyStatusRequest twice =
        new CopyStatusRequest(
            begun.token().orElseThrow(), List.of(new Surl(server.url("a"))), List.of(surl("a")));
    assertEquals(
        1, copies.statusOfCopy(site.call(ALICE), twice).files().size(), "one file, by both names");
  }

  @Test
  void aBackendThatStopsSaysSo() {
    CopyReply begun = copy("a");
    awaitPut(begun);
    copies.close();
    CopyReply now = status(begun);
    assertEquals(CopyRun.RESTARTED, now.files().getFirst().status());
    assertEquals(
        List.of(CopyRun.RESTARTED), ended.stream().map(CopyEnds.End::status).toList(), "once");
    assertEquals(SrmStatus.SPACE_AVAILABLE, put("a").files().getFirst().status().code());
  }

  @Test
  void aBackendThatStopsWithoutADatabaseStopsItsCopiesAllTheSame() throws IOException {
    awaitPut(copy("a"));
    copy("b");
    site.close(); // and with it all connections
    copies.close();
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (copies.atWork() > 0) {
      assertTrue(System.nanoTime() < deadline, "it goes on");
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** The last of so many. */
  private CopyEnds.End awaitEnds(int count) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (ended.size() < count) {
      assertTrue(System.nanoTime() < deadline, "nobody is told");
      LockSupport.parkNanos(1_000_000);
    }
    return ended.get(count - 1);
  }

  private CopyReply copy(String... names) {
    CopyFile[] files = new CopyFile[names.length];
    for (int i = 0; i < names.length; i++) {
      files[i] = new CopyFile(new Surl(server.url(names[i])), surl(names[i]), Optional.empty());
    }
    return copies.copy(site.call(ALICE), request(borrowed(), files));
  }

  private static Optional<DelegatedCredential> borrowed() {
    return Optional.of(Borrowed.until(SmallSite.START.plus(Duration.ofDays(1))));
  }

  private static CopyRequest request(Optional<DelegatedCredential> credential, CopyFile... files) {
    return new CopyRequest(
        List.of(files),
        "",
        OverwriteMode.NEVER,
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        credential);
  }

  private CopyReply status(CopyReply begun) {
    return copies.statusOfCopy(
        site.call(ALICE), new CopyStatusRequest(begun.token().orElseThrow(), List.of(), List.of()));
  }

  private PutReply put(String name) {
    return site.puts.prepareToPut(site.call(ALICE), SmallSite.put(OverwriteMode.ALWAYS, name));
  }

  /** The work goes on beside the test; nothing tells it how far it is but the status. */
  private void await(CopyReply begun, SrmStatus code) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (status(begun).status().code() != code) {
      assertTrue(System.nanoTime() < deadline, "still " + status(begun));
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** Until the first file of a copy has a put that writes it. */
  private void awaitPut(CopyReply begun) {
    RequestToken token = RequestToken.parse(begun.token().orElseThrow()).orElseThrow();
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (site.transactions
        .read(sql -> new CopyTable().find(sql, token))
        .orElseThrow()
        .files()
        .getFirst()
        .put()
        .isEmpty()) {
      assertTrue(System.nanoTime() < deadline, "no put begins");
      LockSupport.parkNanos(5_000_000);
    }
  }
}
