package org.bora.frontend.soap;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.Operation;
import org.bora.api.copy.CopyFileStatus;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.Permission;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.discovery.TransferProtocol;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.permission.EffectiveRight;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.permission.FilePermissions;
import org.bora.api.permission.PermissionDetail;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.RequestSummary;
import org.bora.api.request.RequestType;
import org.bora.api.request.StatusRequest;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceDetail;
import org.bora.api.space.SpaceFigures;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.Call;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.Reply;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;

/** A backend where everything succeeds, which remembers what it was asked and how. */
final class RecordingBackend implements Backend {
  static final Instant MODIFIED = Instant.parse("2026-11-20T17:20:42.500Z");
  private static final RetentionPolicyInfo D1T0 =
      new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.of(AccessLatency.ONLINE));

  private static final ReserveSpaceReply RESERVED =
      new ReserveSpaceReply(
          ReturnStatus.of(SrmStatus.LOWER_SPACE_GRANTED),
          Optional.of("reserve-1"),
          OptionalInt.of(1),
          Optional.of(D1T0),
          OptionalLong.of(100),
          OptionalLong.of(90),
          OptionalInt.of(86400),
          Optional.of("space-1"));
  private static final UpdateSpaceReply UPDATED =
      new UpdateSpaceReply(
          ReturnStatus.success(),
          Optional.of("update-1"),
          OptionalLong.of(200),
          OptionalLong.of(190),
          OptionalInt.of(-1));

  final Queue<Object> requests = new ConcurrentLinkedQueue<>();
  final Queue<Call> calls = new ConcurrentLinkedQueue<>();

  /** What stands in the way of every call, if anything. */
  volatile Runnable obstacle = () -> {};

  /** Of some questions. */
  volatile ReturnStatus polled = ReturnStatus.success();

  /** What srmLs finds instead of what is asked for, if anything. */
  volatile Optional<Supplier<LsStream>> listing = Optional.empty();

  private final Functions functions =
      Functions.of(Catalogue.GET_TRANSFER_PROTOCOLS, (call, of) -> getTransferProtocols(call))
          .and(Catalogue.LS, this::ls)
          .and(Catalogue.MKDIR, this::mkdir)
          .and(Catalogue.RMDIR, this::rmdir)
          .and(Catalogue.RM, this::rm)
          .and(Catalogue.MV, this::mv)
          .and(Catalogue.SET_PERMISSION, this::setPermission)
          .and(Catalogue.PREPARE_TO_PUT, this::prepareToPut)
          .and(Catalogue.STATUS_OF_PUT, this::statusOfPut)
          .and(Catalogue.PUT_DONE, this::putDone)
          .and(Catalogue.PREPARE_TO_GET, this::prepareToGet)
          .and(Catalogue.STATUS_OF_GET, this::statusOfGet)
          .and(Catalogue.BRING_ONLINE, this::bringOnline)
          .and(Catalogue.STATUS_OF_BRING_ONLINE, this::statusOfBringOnline)
          .and(Catalogue.RELEASE_FILES, this::releaseFiles)
          .and(Catalogue.ABORT_REQUEST, this::abortRequest)
          .and(Catalogue.ABORT_FILES, this::abortFiles)
          .and(Catalogue.GET_SPACE_TOKENS, (call, of) -> getSpaceTokens(call, of.description()))
          .and(Catalogue.GET_SPACE_META_DATA, (call, of) -> getSpaceMetaData(call, of.tokens()))
          .and(Catalogue.STATUS_OF_LS, this::statusOfLs)
          .and(Catalogue.GET_PERMISSION, (call, of) -> getPermission(call, of.surls()))
          .and(Catalogue.CHECK_PERMISSION, (call, of) -> checkPermission(call, of.surls()))
          .and(Catalogue.SUSPEND_REQUEST, (call, of) -> suspendRequest(call, of.token()))
          .and(Catalogue.RESUME_REQUEST, (call, of) -> resumeRequest(call, of.token()))
          .and(Catalogue.GET_REQUEST_SUMMARY, (call, of) -> getRequestSummary(call, of.tokens()))
          .and(Catalogue.GET_REQUEST_TOKENS, (call, of) -> getRequestTokens(call, of.description()))
          .and(Catalogue.EXTEND_FILE_LIFE_TIME, this::extendFileLifeTime)
          .and(Catalogue.RESERVE_SPACE, this::reserveSpace)
          .and(
              Catalogue.STATUS_OF_RESERVE_SPACE,
              (call, of) -> statusOfReserveSpace(call, of.token()))
          .and(Catalogue.UPDATE_SPACE, this::updateSpace)
          .and(
              Catalogue.STATUS_OF_UPDATE_SPACE, (call, of) -> statusOfUpdateSpace(call, of.token()))
          .and(Catalogue.RELEASE_SPACE, this::releaseSpace)
          .and(Catalogue.CHANGE_SPACE_FOR_FILES, this::changeSpaceForFiles)
          .and(
              Catalogue.STATUS_OF_CHANGE_SPACE_FOR_FILES,
              (call, of) -> statusOfChangeSpaceForFiles(call, of.token()))
          .and(Catalogue.EXTEND_FILE_LIFE_TIME_IN_SPACE, this::extendFileLifeTimeInSpace)
          .and(Catalogue.PURGE_FROM_SPACE, this::purgeFromSpace)
          .and(Catalogue.COPY, this::copy)
          .and(Catalogue.STATUS_OF_COPY, this::statusOfCopy);

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    return functions.call(operation, call, question);
  }

  /** The one request there was since this was last asked. */
  <T> T only(Class<T> type) {
    if (requests.size() != 1) {
      throw new AssertionError("one request was expected: " + requests);
    }
    return type.cast(requests.poll());
  }

  private <Q, A> A answer(Call call, Q request, Function<Q, A> answer) {
    calls.add(call);
    requests.add(request);
    obstacle.run();
    return answer.apply(request);
  }

  private StatusReply success(Call call, Object request) {
    return answer(call, request, any -> new StatusReply(ReturnStatus.success()));
  }

  private static SurlStatusesReply all(List<Surl> surls) {
    return new SurlStatusesReply(
        ReturnStatus.success(),
        surls.stream().map(surl -> new SurlStatus(surl, ReturnStatus.success())).toList());
  }

  private TransferProtocolsReply getTransferProtocols(Call call) {
    return answer(
        call,
        "protocols",
        any ->
            new TransferProtocolsReply(
                ReturnStatus.success(), List.of(new TransferProtocol("gsiftp", Map.of()))));
  }

  private LsReply ls(Call call, LsRequest request) {
    return answer(
        call,
        request,
        ls ->
            LsReply.of(
                ReturnStatus.success(),
                ls.surls().stream().map(surl -> detail(surl.text())).toList()));
  }

  @Override
  public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
    return operation.equals(Catalogue.LS) && listing.isPresent()
        ? answer(call, question, any -> listing.get().get())
        : Backend.super.open(operation, call, question);
  }

  static PathDetail detail(String path) {
    return new PathDetail(path, ReturnStatus.success(), Optional.of(attributes()), List.of());
  }

  private static Attributes attributes() {
    return new Attributes(
        FileType.FILE,
        42,
        MODIFIED,
        MODIFIED,
        new Permission("alice", PermissionMode.RW),
        new Permission("testvo", PermissionMode.R),
        PermissionMode.NONE,
        FileLocality.ONLINE,
        D1T0,
        Optional.of("00dc0073"),
        Optional.of("space-1"),
        FileStorageType.PERMANENT,
        OptionalInt.of(-1),
        OptionalInt.of(-1));
  }

  private StatusReply mkdir(Call call, MkdirRequest request) {
    return success(call, request);
  }

  private StatusReply rmdir(Call call, RmdirRequest request) {
    return success(call, request);
  }

  private SurlStatusesReply rm(Call call, RmRequest request) {
    return answer(call, request, rm -> all(rm.surls()));
  }

  private StatusReply mv(Call call, MvRequest request) {
    return success(call, request);
  }

  private StatusReply setPermission(Call call, SetPermissionRequest request) {
    return success(call, request);
  }

  private static PutReply put(List<Surl> surls) {
    return new PutReply(
        ReturnStatus.success(),
        Optional.of("put-1"),
        surls.stream()
            .map(
                surl ->
                    new PutFileStatus(
                        surl,
                        ReturnStatus.of(SrmStatus.SPACE_AVAILABLE),
                        OptionalLong.of(7),
                        OptionalInt.empty(),
                        OptionalInt.of(3600),
                        OptionalInt.of(-1),
                        Optional.of("gsiftp://door.example.org:2811/data/x")))
            .toList(),
        OptionalInt.of(3600));
  }

  private static GetReply get(List<Surl> surls, SrmStatus status, Optional<String> turl) {
    return new GetReply(
        ReturnStatus.success(),
        Optional.of("get-1"),
        surls.stream()
            .map(
                surl ->
                    new GetFileStatus(
                        surl,
                        ReturnStatus.of(status),
                        OptionalLong.of(7),
                        OptionalInt.empty(),
                        OptionalInt.of(3600),
                        turl))
            .toList(),
        OptionalInt.of(3600),
        turl.isPresent() ? OptionalInt.empty() : OptionalInt.of(30));
  }

  private PutReply prepareToPut(Call call, PutRequest request) {
    return answer(
        call,
        request,
        put -> put(put.files().stream().map(file -> file.target().orElseThrow()).toList()));
  }

  private PutReply statusOfPut(Call call, StatusRequest request) {
    return answer(call, request, status -> put(status.surls()));
  }

  private SurlStatusesReply putDone(Call call, PutDoneRequest request) {
    return answer(call, request, done -> all(done.surls()));
  }

  private GetReply prepareToGet(Call call, GetRequest request) {
    return answer(
        call,
        request,
        get -> get(get.surls(), SrmStatus.FILE_PINNED, Optional.of("gsiftp://door.example.org/x")));
  }

  private GetReply statusOfGet(Call call, StatusRequest request) {
    return answer(
        call, request, get -> get(get.surls(), SrmStatus.FILE_PINNED, Optional.of("gsiftp://d/x")));
  }

  private GetReply bringOnline(Call call, GetRequest request) {
    return answer(call, request, get -> get(get.surls(), SrmStatus.SUCCESS, Optional.empty()));
  }

  private GetReply statusOfBringOnline(Call call, StatusRequest request) {
    return answer(call, request, get -> get(get.surls(), SrmStatus.SUCCESS, Optional.empty()));
  }

  private SurlStatusesReply releaseFiles(Call call, ReleaseRequest request) {
    return answer(call, request, release -> all(release.surls()));
  }

  private StatusReply abortRequest(Call call, AbortRequest request) {
    return success(call, request);
  }

  private SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    return answer(call, request, abort -> all(abort.surls()));
  }

  private SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    return answer(
        call, description.orElse(""), any -> new SpaceTokensReply(polled, List.of("space-1")));
  }

  private SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens) {
    SpaceFigures figures = new SpaceFigures(D1T0, "testvo", 100, 90, 80, -1, -1);
    return answer(
        call,
        tokens,
        asked ->
            new SpaceMetaDataReply(
                ReturnStatus.success(),
                asked.stream()
                    .map(t -> new SpaceDetail(t, ReturnStatus.success(), Optional.of(figures)))
                    .toList()));
  }

  private LsReply statusOfLs(Call call, StatusOfLsRequest request) {
    return answer(call, request, any -> LsReply.of(polled, List.of(detail("/testvo/a"))));
  }

  private PermissionsReply getPermission(Call call, List<Surl> surls) {
    return answer(
        call,
        surls,
        asked ->
            new PermissionsReply(
                ReturnStatus.success(),
                asked.stream()
                    .map(
                        surl ->
                            new PermissionDetail(
                                surl, ReturnStatus.success(), Optional.of(permissions())))
                    .toList()));
  }

  private static FilePermissions permissions() {
    return new FilePermissions(
        new Permission("alice", PermissionMode.RW),
        List.of(new Permission("bob", PermissionMode.R)),
        List.of(
            new Permission("testvo", PermissionMode.RX),
            new Permission("other", PermissionMode.NONE)),
        PermissionMode.X);
  }

  private EffectiveRightsReply checkPermission(Call call, List<Surl> surls) {
    return answer(
        call,
        surls,
        asked ->
            new EffectiveRightsReply(
                ReturnStatus.success(),
                asked.stream()
                    .map(
                        surl ->
                            new EffectiveRight(
                                surl, ReturnStatus.success(), Optional.of(PermissionMode.RWX)))
                    .toList()));
  }

  private StatusReply suspendRequest(Call call, String token) {
    return success(call, token);
  }

  private StatusReply resumeRequest(Call call, String token) {
    return success(call, token);
  }

  private RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    return answer(
        call,
        tokens,
        asked ->
            new RequestSummariesReply(
                ReturnStatus.success(),
                asked.stream()
                    .map(
                        token ->
                            new RequestSummary(
                                token,
                                ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS),
                                Optional.of(RequestType.BRING_ONLINE),
                                OptionalInt.of(6),
                                OptionalInt.of(3),
                                OptionalInt.of(2),
                                OptionalInt.of(1)))
                    .toList()));
  }

  private KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    return answer(
        call,
        description,
        any ->
            new KnownRequestsReply(
                ReturnStatus.success(), List.of(new KnownRequest("get-1", MODIFIED))));
  }

  private LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    return answer(
        call,
        request,
        asked ->
            new LifetimesReply(
                ReturnStatus.success(),
                asked.surls().stream()
                    .map(
                        surl ->
                            new LifetimeStatus(
                                surl,
                                ReturnStatus.success(),
                                OptionalInt.of(-1),
                                OptionalInt.of(600)))
                    .toList()));
  }

  private ReserveSpaceReply reserveSpace(Call call, ReserveSpaceRequest request) {
    return answer(call, request, any -> RESERVED);
  }

  private ReserveSpaceReply statusOfReserveSpace(Call call, String token) {
    return answer(call, token, any -> RESERVED);
  }

  private UpdateSpaceReply updateSpace(Call call, UpdateSpaceRequest request) {
    return answer(call, request, any -> UPDATED);
  }

  private UpdateSpaceReply statusOfUpdateSpace(Call call, String token) {
    return answer(call, token, any -> UPDATED);
  }

  private StatusReply releaseSpace(Call call, ReleaseSpaceRequest request) {
    return success(call, request);
  }

  private ChangeSpaceReply changeSpaceForFiles(Call call, ChangeSpaceRequest request) {
    return answer(call, request, change -> changed(change.surls()));
  }

  private ChangeSpaceReply statusOfChangeSpaceForFiles(Call call, String token) {
    return answer(call, token, any -> changed(List.of(new Surl("srm://h/a"))));
  }

  private static ChangeSpaceReply changed(List<Surl> surls) {
    return new ChangeSpaceReply(
        ReturnStatus.success(), Optional.of("change-1"), OptionalInt.of(2), all(surls).files());
  }

  private LifetimesReply extendFileLifeTimeInSpace(Call call, ExtendInSpaceRequest request) {
    return answer(
        call,
        request,
        asked ->
            new LifetimesReply(
                ReturnStatus.success(),
                asked.surls().stream()
                    .map(
                        surl ->
                            new LifetimeStatus(
                                surl,
                                ReturnStatus.success(),
                                OptionalInt.of(-1),
                                OptionalInt.of(600)))
                    .toList()));
  }

  private SurlStatusesReply purgeFromSpace(Call call, PurgeRequest request) {
    return answer(call, request, purge -> all(purge.surls()));
  }

  private CopyReply copy(Call call, CopyRequest request) {
    return answer(
        call,
        request,
        copy ->
            copied(
                copy.files().stream().map(file -> copied(file.source(), file.target())).toList()));
  }

  private CopyReply statusOfCopy(Call call, CopyStatusRequest request) {
    return answer(
        call,
        request,
        status -> copied(List.of(copied(new Surl("srm://h/a"), new Surl("srm://far/b")))));
  }

  private static CopyReply copied(List<CopyFileStatus> files) {
    return new CopyReply(
        ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS),
        Optional.of("copy-1"),
        files,
        OptionalInt.of(3600));
  }

  private static CopyFileStatus copied(Surl source, Surl target) {
    return new CopyFileStatus(
        source,
        target,
        ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS),
        OptionalLong.of(7),
        OptionalInt.of(5),
        OptionalInt.of(-1));
  }
}
