package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.accesskey.ChangeAccessKeyRequest;
import org.bora.api.accesskey.ChangeAccessKeyRequest.Change;
import org.bora.api.accesskey.CreateAccessKeyRequest;
import org.bora.api.accesskey.ListAccessKeysRequest;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.bearer.DayKeysRequest;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.directory.AnnotateRequest;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.NoteRequest;
import org.bora.api.directory.OrderedLsRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.discovery.TransferProtocolsRequest;
import org.bora.api.get.GetRequest;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.turl.TurlUse;
import org.bora.api.wire.Messages;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SourceFile;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RemoteBackendTest {

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1");
  private static final Call CALL = new Call(ALICE, NOON.plusSeconds(30), "trace-1");

  private static final Surl FILE = new Surl("srm://se.example/testvo/a");
  private static final List<Surl> FILES = List.of(FILE);
  private static final StatusRequest STATUS = new StatusRequest("t", FILES);
  private static final GetRequest GET =
      new GetRequest(
          FILES.stream().map(surl -> new SourceFile(surl, Optional.empty())).toList(),
          "",
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());
  private static final PutRequest PUT =
      new PutRequest(
          List.of(),
          "",
          OverwriteMode.NEVER,
          Optional.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  private static final CopyRequest COPY =
      new CopyRequest(
          List.of(),
          "",
          OverwriteMode.NEVER,
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
  private static final ReserveSpaceRequest RESERVE =
      new ReserveSpaceRequest(
          "",
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          List.of(),
          List.of());

  private static final TurlUse TURL_USE =
      new TurlUse(TurlUse.Step.LOOK, false, "t", FILES.getFirst(), "::1", "a", 0, false);

  private static final Map<String, BiFunction<RemoteBackend, Call, Object>> REPEATED =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "srmPutDone",
                  (backend, call) ->
                      backend.call(Catalogue.PUT_DONE, call, new PutDoneRequest("t", FILES))),
              Map.entry(
                  "srmPrepareToGet",
                  (backend, call) -> backend.call(Catalogue.PREPARE_TO_GET, call, GET)),
              Map.entry(
                  "srmBringOnline",
                  (backend, call) -> backend.call(Catalogue.BRING_ONLINE, call, GET)),
              Map.entry(
                  "srmUpdateSpace",
                  (backend, call) ->
                      backend.call(
                          Catalogue.UPDATE_SPACE,
                          call,
                          new UpdateSpaceRequest(
                              "s", OptionalLong.of(1), OptionalLong.empty(), OptionalInt.empty()))),
              Map.entry(
                  "srmChangeSpaceForFiles",
                  (backend, call) ->
                      backend.call(
                          Catalogue.CHANGE_SPACE_FOR_FILES,
                          call,
                          new ChangeSpaceRequest(FILES, "s"))),
              Map.entry(
                  "srmGetTransferProtocols",
                  (backend, call) ->
                      backend.call(
                          Catalogue.GET_TRANSFER_PROTOCOLS, call, new TransferProtocolsRequest())),
              Map.entry(
                  "stat",
                  (backend, call) -> backend.call(Catalogue.STAT, call, new SurlsRequest(FILES))),
              Map.entry(
                  "dayKeys",
                  (backend, call) -> backend.call(Catalogue.DAY_KEYS, call, new DayKeysRequest())),
              Map.entry(
                  "useTurl", (backend, call) -> backend.call(Catalogue.USE_TURL, call, TURL_USE)),
              Map.entry(
                  "open",
                  (backend, call) -> backend.call(Catalogue.OPEN, call, new SurlsRequest(FILES))),
              Map.entry(
                  "lsInOrder",
                  (backend, call) ->
                      backend.call(
                          Catalogue.LS_IN_ORDER,
                          call,
                          new OrderedLsRequest(FILE, "", "", 10, Optional.empty()))),
              Map.entry(
                  "annotate",
                  (backend, call) ->
                      backend.call(
                          Catalogue.ANNOTATE,
                          call,
                          new AnnotateRequest(FILE, "s3", Optional.empty(), Optional.of("t=a")))),
              Map.entry(
                  "directoryNote",
                  (backend, call) ->
                      backend.call(
                          Catalogue.DIRECTORY_NOTE, call, new NoteRequest(FILE, "s3.cors"))),
              Map.entry(
                  "quotas",
                  (backend, call) -> backend.call(Catalogue.QUOTAS, call, new SurlsRequest(FILES))),
              Map.entry(
                  "signingKey",
                  (backend, call) ->
                      backend.call(
                          Catalogue.SIGNING_KEY,
                          call,
                          new SigningKeyRequest("k", "20260101", "r", "s3"))),
              Map.entry(
                  "listAccessKeys",
                  (backend, call) ->
                      backend.call(Catalogue.LIST_ACCESS_KEYS, call, new ListAccessKeysRequest())),
              Map.entry(
                  "changeAccessKey",
                  (backend, call) ->
                      backend.call(
                          Catalogue.CHANGE_ACCESS_KEY,
                          call,
                          new ChangeAccessKeyRequest("k", Change.ROTATE))),
              Map.entry("srmLs", (backend, call) -> backend.call(Catalogue.LS, call, listing())),
              Map.entry(
                  "srmSetPermission",
                  (backend, call) -> backend.call(Catalogue.SET_PERMISSION, call, permission())),
              Map.entry(
                  "srmStatusOfPutRequest",
                  (backend, call) -> backend.call(Catalogue.STATUS_OF_PUT, call, STATUS)),
              Map.entry(
                  "srmStatusOfGetRequest",
                  (backend, call) -> backend.call(Catalogue.STATUS_OF_GET, call, STATUS)),
              Map.entry(
                  "srmStatusOfBringOnlineRequest",
                  (backend, call) -> backend.call(Catalogue.STATUS_OF_BRING_ONLINE, call, STATUS)),
              Map.entry(
                  "srmReleaseFiles",
                  (backend, call) ->
                      backend.call(
                          Catalogue.RELEASE_FILES,
                          call,
                          new ReleaseRequest(Optional.of("t"), FILES, false))),
              Map.entry(
                  "srmAbortRequest",
                  (backend, call) ->
                      backend.call(Catalogue.ABORT_REQUEST, call, new AbortRequest("t"))),
              Map.entry(
                  "forgetRequest",
                  (backend, call) ->
                      backend.call(Catalogue.FORGET_REQUEST, call, new TokenRequest("t"))),
              Map.entry(
                  "srmAbortFiles",
                  (backend, call) ->
                      backend.call(Catalogue.ABORT_FILES, call, new AbortFilesRequest("t", FILES))),
              Map.entry(
                  "srmStatusOfLsRequest",
                  (backend, call) ->
                      backend.call(
                          Catalogue.STATUS_OF_LS,
                          call,
                          new StatusOfLsRequest("t", OptionalInt.empty(), OptionalInt.empty()))),
              Map.entry(
                  "srmGetPermission",
                  (backend, call) ->
                      backend.call(Catalogue.GET_PERMISSION, call, new SurlsRequest(FILES))),
              Map.entry(
                  "srmCheckPermission",
                  (backend, call) ->
                      backend.call(Catalogue.CHECK_PERMISSION, call, new SurlsRequest(FILES))),
              Map.entry(
                  "srmSuspendRequest",
                  (backend, call) ->
                      backend.call(Catalogue.SUSPEND_REQUEST, call, new TokenRequest("t"))),
              Map.entry(
                  "srmResumeRequest",
                  (backend, call) ->
                      backend.call(Catalogue.RESUME_REQUEST, call, new TokenRequest("t"))),
              Map.entry(
                  "srmGetRequestSummary",
                  (backend, call) ->
                      backend.call(
                          Catalogue.GET_REQUEST_SUMMARY, call, new TokensRequest(List.of("t")))),
              Map.entry(
                  "srmGetRequestTokens",
                  (backend, call) ->
                      backend.call(
                          Catalogue.GET_REQUEST_TOKENS,
                          call,
                          new DescriptionRequest(Optional.empty()))),
              Map.entry(
                  "srmExtendFileLifeTime",
                  (backend, call) ->
                      backend.call(
                          Catalogue.EXTEND_FILE_LIFE_TIME,
                          call,
                          new ExtendRequest(
                              Optional.empty(), FILES, OptionalInt.of(1), OptionalInt.empty()))),
              Map.entry(
                  "srmStatusOfReserveSpaceRequest",
                  (backend, call) ->
                      backend.call(Catalogue.STATUS_OF_RESERVE_SPACE, call, new TokenRequest("t"))),
              Map.entry(
                  "srmStatusOfUpdateSpaceRequest",
                  (backend, call) ->
                      backend.call(Catalogue.STATUS_OF_UPDATE_SPACE, call, new TokenRequest("t"))),
              Map.entry(
                  "srmStatusOfChangeSpaceForFilesRequest",
                  (backend, call) ->
                      backend.call(
                          Catalogue.STATUS_OF_CHANGE_SPACE_FOR_FILES, call, new TokenRequest("t"))),
              Map.entry(
                  "srmExtendFileLifeTimeInSpace",
                  (backend, call) ->
                      backend.call(
                          Catalogue.EXTEND_FILE_LIFE_TIME_IN_SPACE,
                          call,
                          new ExtendInSpaceRequest("s", FILES, OptionalInt.empty()))),
              Map.entry(
                  "srmStatusOfCopyRequest",
                  (backend, call) ->
                      backend.call(
                          Catalogue.STATUS_OF_COPY,
                          call,
                          new CopyStatusRequest("t", FILES, FILES))),
              Map.entry(
                  "srmGetSpaceTokens",
                  (backend, call) ->
                      backend.call(
                          Catalogue.GET_SPACE_TOKENS,
                          call,
                          new DescriptionRequest(Optional.empty()))),
              Map.entry(
                  "srmGetSpaceMetaData",
                  (backend, call) ->
                      backend.call(
                          Catalogue.GET_SPACE_META_DATA, call, new TokensRequest(List.of("t"))))));

  private static final Map<String, BiFunction<RemoteBackend, Call, Object>> SENT_ONCE =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "createAccessKey",
                  (backend, call) ->
                      backend.call(
                          Catalogue.CREATE_ACCESS_KEY,
                          call,
                          new CreateAccessKeyRequest("", OptionalLong.empty(), Optional.empty()))),
              Map.entry(
                  "srmMkdir",
                  (backend, call) -> backend.call(Catalogue.MKDIR, call, new MkdirRequest(FILE))),
              Map.entry(
                  "srmRmdir",
                  (backend, call) ->
                      backend.call(Catalogue.RMDIR, call, new RmdirRequest(FILE, false))),
              Map.entry(
                  "srmRm",
                  (backend, call) -> backend.call(Catalogue.RM, call, new RmRequest(FILES))),
              Map.entry(
                  "srmMv",
                  (backend, call) -> backend.call(Catalogue.MV, call, new MvRequest(FILE, FILE))),
              Map.entry(
                  "srmPrepareToPut",
                  (backend, call) -> backend.call(Catalogue.PREPARE_TO_PUT, call, PUT)),
              Map.entry(
                  "beginUpload",
                  (backend, call) -> backend.call(Catalogue.BEGIN_UPLOAD, call, PUT)),
              Map.entry("srmCopy", (backend, call) -> backend.call(Catalogue.COPY, call, COPY)),
              Map.entry(
                  "srmReserveSpace",
                  (backend, call) -> backend.call(Catalogue.RESERVE_SPACE, call, RESERVE)),
              Map.entry(
                  "srmReleaseSpace",
                  (backend, call) ->
                      backend.call(
                          Catalogue.RELEASE_SPACE, call, new ReleaseSpaceRequest("s", false))),
              Map.entry(
                  "srmPurgeFromSpace",
                  (backend, call) ->
                      backend.call(
                          Catalogue.PURGE_FROM_SPACE, call, new PurgeRequest(FILES, "s")))));

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> whatChangesNothingIsAskedOnceMoreOfAnother() {
    return REPEATED.entrySet().stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.getKey(),
                    () -> {
                      BackendNearby first = nearby(BackendNearby.refusing(Status.UNAVAILABLE));
                      BackendNearby second = nearby(BackendNearby.refusing(Status.UNAVAILABLE));
                      RemoteBackend backend = backend(first, second);
                      assertFails(one.getValue(), backend, BackendFailure.Kind.TRANSIENT);
                      assertEquals(List.of(one.getKey()), first.asked());
                      assertEquals(List.of(one.getKey()), second.asked());
                    }));
  }

  @Test
  void whatABackendCancelsBecauseItClosesIsAskedOfAnother() {
    BackendNearby first = nearby(BackendNearby.refusing(Status.CANCELLED));
    BackendNearby second = nearby(BackendNearby.refusing(Status.CANCELLED));
    RemoteBackend backend = backend(first, second);
    assertThrows(BackendFailure.class, () -> backend.call(Catalogue.LS, CALL, listing()));
    assertEquals(2, first.asked().size() + second.asked().size());
  }

  @TestFactory
  Stream<DynamicTest> whatBeginsOrEndsSomethingIsSentOnce() {
    return SENT_ONCE.entrySet().stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.getKey(),
                    () -> {
                      BackendNearby first = nearby(BackendNearby.refusing(Status.UNAVAILABLE));
                      BackendNearby second = nearby(BackendNearby.refusing(Status.UNAVAILABLE));
                      RemoteBackend backend = backend(first, second);
                      assertFails(one.getValue(), backend, BackendFailure.Kind.TRANSIENT);
                      assertEquals(1, first.asked().size() + second.asked().size());
                    }));
  }

  @Test
  void everyOperationIsOneOrTheOther() {
    var known = new TreeSet<>(REPEATED.keySet());
    known.addAll(SENT_ONCE.keySet());
    var all = new TreeSet<String>();
    Catalogue.ALL.forEach(operation -> all.add(operation.name()));
    assertEquals(all, known);
    assertEquals(all.size(), REPEATED.size() + SENT_ONCE.size());
  }

  @Test
  void theReferenceSaysOfEveryOperationWhetherItIsRepeated() throws IOException {
    Path reference = Path.of("..", "docs", "reference", "operations.md");
    Pattern row = Pattern.compile("\\| `(srm\\w+)` \\|.*\\| (yes|no) \\|[^|]*\\|");
    var documented =
        new TreeSet<>( // operations of ours, not of SRM
            List.of(
                "annotate",
                "changeAccessKey",
                "dayKeys",
                "directoryNote",
                "forgetRequest",
                "listAccessKeys",
                "lsInOrder",
                "open",
                "quotas",
                "signingKey",
                "stat",
                "useTurl"));
    for (String line : Files.readAllLines(reference)) {
      Matcher match = row.matcher(line);
      if (match.matches() && match.group(2).equals("yes")) {
        documented.add(match.group(1));
      }
    }
    assertEquals(REPEATED.keySet(), documented);
  }

  @Test
  void nothingIsRepeatedForAnyOtherReason() {
    for (Status status :
        List.of(Status.INTERNAL, Status.DEADLINE_EXCEEDED, Status.PERMISSION_DENIED)) {
      BackendNearby first = nearby(BackendNearby.refusing(status));
      BackendNearby second = nearby(BackendNearby.refusing(status));
      RemoteBackend backend = backend(first, second);
      assertThrows(BackendFailure.class, () -> backend.call(Catalogue.LS, CALL, listing()));
      assertEquals(1, first.asked().size() + second.asked().size(), status.toString());
    }
  }

  @Test
  void callsGoRound() {
    ByteString done =
        ByteString.copyFrom(
            Messages.answer(Catalogue.MKDIR, new StatusReply(ReturnStatus.success())));
    BackendNearby first = nearby(new BackendNearby(m -> new BackendNearby.Answer.Bytes(done)));
    BackendNearby second = nearby(new BackendNearby(m -> new BackendNearby.Answer.Bytes(done)));
    RemoteBackend backend = backend(first, second);
    for (int i = 0; i < 10; i++) {
      assertEquals(
          ReturnStatus.success(),
          backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)).status());
    }
    assertTrue(first.asked().size() >= 4, () -> "first " + first.asked().size());
    assertTrue(second.asked().size() >= 4, () -> "second " + second.asked().size());
  }

  @Test
  void theDeadlineTravelsAsTimeLeft() {
    BackendNearby far = nearby(BackendNearby.refusing(Status.INTERNAL));
    assertFails(SENT_ONCE.get("srmRm"), backend(far), BackendFailure.Kind.PERMANENT);
    Duration left = far.timeLeft().getFirst();
    assertTrue(left.compareTo(Duration.ofSeconds(30)) <= 0, left::toString);
    assertTrue(left.compareTo(Duration.ofSeconds(20)) > 0, left::toString);
  }

  @Test
  void aFarDeadlineIsNoOverflow() {
    BackendNearby far = nearby(BackendNearby.refusing(Status.INTERNAL));
    RemoteBackend backend = backend(far);
    Call unhurried = new Call(ALICE, Instant.MAX, "trace");
    assertThrows(
        BackendFailure.class, () -> backend.call(Catalogue.RM, unhurried, new RmRequest(FILES)));
    assertEquals(1, far.asked().size());
  }

  @Test
  void whatIsLateIsNotSent() {
    BackendNearby far = nearby(BackendNearby.refusing(Status.INTERNAL));
    RemoteBackend backend = backend(far);
    Call late = new Call(ALICE, NOON, "trace");
    var failure =
        assertThrows(
            BackendFailure.class, () -> backend.call(Catalogue.RM, late, new RmRequest(FILES)));
    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
    assertTrue(far.asked().isEmpty());
  }

  @Test
  void aSilentBackendDoesNotHoldTheCallerLongerThanItsDeadline() {
    BackendNearby silent = nearby(new BackendNearby(method -> new BackendNearby.Answer.Silence()));
    RemoteBackend backend = backend(silent);
    Call hurried = new Call(ALICE, NOON.plusMillis(50), "trace");
    var failure =
        assertThrows(BackendFailure.class, () -> backend.call(Catalogue.LS, hurried, listing()));
    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
    assertEquals(1, silent.asked().size());
  }

  @Test
  void anAnswerThatMeansNothingIsAFailureForPeople() {
    BackendNearby newer =
        nearby(new BackendNearby(method -> new BackendNearby.Answer.Bytes(ByteString.EMPTY)));
    RemoteBackend backend = backend(newer);
    var failure =
        assertThrows(BackendFailure.class, () -> backend.call(Catalogue.LS, CALL, listing()));
    assertEquals(BackendFailure.Kind.PERMANENT, failure.kind());
    assertFalse(failure.getMessage().contains("org.bora"), failure.getMessage());
  }

  @Test
  void aListingThatMeansNothingIsNotSentToItsEnd() throws InterruptedException {
    BackendNearby newer =
        nearby(new BackendNearby(method -> new BackendNearby.Answer.Beginning(ByteString.EMPTY)));
    RemoteBackend backend = backend(newer);
    assertThrows(BackendFailure.class, () -> backend.open(Catalogue.LS, CALL, listing()));
    assertTrue(newer.left().await(5, TimeUnit.SECONDS), "the backend is still sending");
  }

  @Test
  void whatTheTransportSaysStaysOutOfTheSentence() {
    BackendNearby gone =
        nearby(
            BackendNearby.refusing(
                Status.UNAVAILABLE.withDescription("io.netty.Foo: /10.0.0.1:9 refused")));
    RemoteBackend backend = backend(gone);
    var failure =
        assertThrows(BackendFailure.class, () -> backend.call(Catalogue.LS, CALL, listing()));
    assertEquals("the storage backend cannot be reached", failure.getMessage());
  }

  private static void assertFails(
      BiFunction<RemoteBackend, Call, Object> one,
      RemoteBackend backend,
      BackendFailure.Kind kind) {
    var failure = assertThrows(BackendFailure.class, () -> one.apply(backend, CALL));
    assertEquals(kind, failure.kind());
  }

  private static LsRequest listing() {
    return new LsRequest(
        FILES,
        false,
        false,
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  private static SetPermissionRequest permission() {
    return new SetPermissionRequest(
        FILE, PermissionType.CHANGE, Optional.empty(), Optional.empty(), List.of(), List.of());
  }

  private BackendNearby nearby(BackendNearby backend) {
    open.add(backend);
    return backend;
  }

  private RemoteBackend backend(BackendNearby... backends) {
    List<ManagedChannel> channels = Stream.of(backends).map(BackendNearby::channel).toList();
    var pool =
        new BackendPool(
            channels.stream().map(each -> (Supplier<ManagedChannel>) () -> each).toList(),
            () -> {},
            Duration.ofSeconds(10));
    open.add(pool);
    return new RemoteBackend(pool, CLOCK);
  }
}
