package org.bora.frontend.dispatch;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.trace.Tracing;
import org.bora.api.wire.CallCodec;
import org.bora.api.wire.CopyCodec;
import org.bora.api.wire.CopyMessage;
import org.bora.api.wire.DirectoryCodec;
import org.bora.api.wire.DiscoveryCodec;
import org.bora.api.wire.GetCodec;
import org.bora.api.wire.KnownRequestCodec;
import org.bora.api.wire.LifetimeCodec;
import org.bora.api.wire.LsPages;
import org.bora.api.wire.PermissionCodec;
import org.bora.api.wire.PutCodec;
import org.bora.api.wire.RequestCodec;
import org.bora.api.wire.StatusCodec;
import org.bora.api.wire.proto.BringOnlineGrpc;
import org.bora.api.wire.proto.CopyGrpc;
import org.bora.api.wire.proto.DirectoryGrpc;
import org.bora.api.wire.proto.DiscoveryGrpc;
import org.bora.api.wire.proto.GetGrpc;
import org.bora.api.wire.proto.PermissionsGrpc;
import org.bora.api.wire.proto.PutGrpc;
import org.bora.api.wire.proto.RequestsGrpc;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;

/**
 * The backend as the frontend sees it: every call goes to one of the pool's backends by gRPC.
 * Questions, and orders whose repetition changes nothing, are asked of the others when a backend
 * was not there to answer; what begins or ends something is not unless it is certain that nothing
 * has begun. A read that is repeated may leave a request that nobody knows of: its pins end with
 * their lifetimes, and keep nobody from anything. An upload would keep its name from its owner.
 */
public final class RemoteBackend extends RemoteSpaces implements Backend {

  private final CallSender sender;

  /** One whose calls nobody traces. */
  public RemoteBackend(BackendPool pool, Clock clock) {
    this(pool, clock, Tracing.off());
  }

  /**
   * Asks the backends of a pool.
   *
   * @param tracing which step a call is part of goes with it
   */
  public RemoteBackend(BackendPool pool, Clock clock, Tracing tracing) {
    this(new CallSender(pool, clock, tracing));
  }

  private RemoteBackend(CallSender sender) {
    super(sender);
    this.sender = sender;
  }

  @Override
  public TransferProtocolsReply getTransferProtocols(Call call) {
    return sender.repeatable(
        DiscoveryGrpc.getGetTransferProtocolsMethod(),
        call,
        DiscoveryCodec.toWire(call),
        DiscoveryCodec::fromWire);
  }

  @Override
  public LsReply ls(Call call, LsRequest request) {
    return openLs(call, request).whole();
  }

  @Override
  public LsStream openLs(Call call, LsRequest request) {
    return sender.paged(
        DirectoryGrpc.getLsMethod(),
        call,
        DirectoryCodec.toWire(call, request),
        pages -> LsPages.fromWire(pages, pages::leave));
  }

  @Override
  public StatusReply mkdir(Call call, MkdirRequest request) {
    return sender.once(
        DirectoryGrpc.getMkdirMethod(),
        call,
        DirectoryCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public StatusReply rmdir(Call call, RmdirRequest request) {
    return sender.once(
        DirectoryGrpc.getRmdirMethod(),
        call,
        DirectoryCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public SurlStatusesReply rm(Call call, RmRequest request) {
    return sender.once(
        DirectoryGrpc.getRmMethod(),
        call,
        DirectoryCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public StatusReply mv(Call call, MvRequest request) {
    return sender.once(
        DirectoryGrpc.getMvMethod(),
        call,
        DirectoryCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public StatusReply setPermission(Call call, SetPermissionRequest request) {
    return sender.repeatable(
        PermissionsGrpc.getSetPermissionMethod(),
        call,
        PermissionCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public PutReply prepareToPut(Call call, PutRequest request) {
    return sender.once(
        PutGrpc.getPrepareToPutMethod(), call, PutCodec.toWire(call, request), PutCodec::fromWire);
  }

  @Override
  public PutReply statusOfPut(Call call, StatusRequest request) {
    return sender.repeatable(
        PutGrpc.getStatusOfPutMethod(), call, CallCodec.toWire(call, request), PutCodec::fromWire);
  }

  @Override
  public SurlStatusesReply putDone(Call call, PutDoneRequest request) {
    return sender.repeatable(
        PutGrpc.getPutDoneMethod(),
        call,
        PutCodec.toWire(call, request),
        StatusCodec::fromWire,
        sent -> PutCodec.toWire(call.again(), request));
  }

  @Override
  public GetReply prepareToGet(Call call, GetRequest request) {
    return sender.repeatable(
        GetGrpc.getPrepareToGetMethod(), call, GetCodec.toWire(call, request), GetCodec::fromWire);
  }

  @Override
  public GetReply statusOfGet(Call call, StatusRequest request) {
    return sender.repeatable(
        GetGrpc.getStatusOfGetMethod(), call, CallCodec.toWire(call, request), GetCodec::fromWire);
  }

  @Override
  public GetReply bringOnline(Call call, GetRequest request) {
    return sender.repeatable(
        BringOnlineGrpc.getBringOnlineMethod(),
        call,
        GetCodec.toWire(call, request),
        GetCodec::fromWire);
  }

  @Override
  public GetReply statusOfBringOnline(Call call, StatusRequest request) {
    return sender.repeatable(
        BringOnlineGrpc.getStatusOfBringOnlineMethod(),
        call,
        CallCodec.toWire(call, request),
        GetCodec::fromWire);
  }

  @Override
  public SurlStatusesReply releaseFiles(Call call, ReleaseRequest request) {
    return sender.repeatable(
        RequestsGrpc.getReleaseFilesMethod(),
        call,
        RequestCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public StatusReply abortRequest(Call call, AbortRequest request) {
    return sender.repeatable(
        RequestsGrpc.getAbortRequestMethod(),
        call,
        RequestCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    return sender.repeatable(
        RequestsGrpc.getAbortFilesMethod(),
        call,
        RequestCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public LsReply statusOfLs(Call call, StatusOfLsRequest request) {
    return openStatusOfLs(call, request).whole();
  }

  @Override
  public LsStream openStatusOfLs(Call call, StatusOfLsRequest request) {
    return sender.paged(
        DirectoryGrpc.getStatusOfLsMethod(),
        call,
        DirectoryCodec.toWire(call, request),
        pages -> LsPages.fromWire(pages, pages::leave));
  }

  @Override
  public PermissionsReply getPermission(Call call, List<Surl> surls) {
    return sender.repeatable(
        PermissionsGrpc.getGetPermissionMethod(),
        call,
        CallCodec.toWire(call, surls),
        PermissionCodec::fromWire);
  }

  @Override
  public EffectiveRightsReply checkPermission(Call call, List<Surl> surls) {
    return sender.repeatable(
        PermissionsGrpc.getCheckPermissionMethod(),
        call,
        CallCodec.toWire(call, surls),
        PermissionCodec::fromWire);
  }

  @Override
  public StatusReply suspendRequest(Call call, String token) {
    return sender.repeatable(
        RequestsGrpc.getSuspendRequestMethod(),
        call,
        CallCodec.toWire(call, token),
        StatusCodec::fromWire);
  }

  @Override
  public StatusReply resumeRequest(Call call, String token) {
    return sender.repeatable(
        RequestsGrpc.getResumeRequestMethod(),
        call,
        CallCodec.toWire(call, token),
        StatusCodec::fromWire);
  }

  @Override
  public RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    return sender.repeatable(
        RequestsGrpc.getGetRequestSummaryMethod(),
        call,
        KnownRequestCodec.summariesToWire(call, tokens),
        KnownRequestCodec::fromWire);
  }

  @Override
  public KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    return sender.repeatable(
        RequestsGrpc.getGetRequestTokensMethod(),
        call,
        KnownRequestCodec.tokensToWire(call, description),
        KnownRequestCodec::fromWire);
  }

  @Override
  public LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    return sender.repeatable(
        RequestsGrpc.getExtendFileLifeTimeMethod(),
        call,
        LifetimeCodec.toWire(call, request),
        LifetimeCodec::fromWire);
  }

  @Override
  public CopyReply copy(Call call, CopyRequest request) {
    return sender.once(
        CopyMessage.METHOD, call, CopyCodec.toWire(call, request), CopyCodec::fromWire);
  }

  @Override
  public CopyReply statusOfCopy(Call call, CopyStatusRequest request) {
    return sender.repeatable(
        CopyGrpc.getStatusOfCopyMethod(),
        call,
        CopyCodec.toWire(call, request),
        CopyCodec::fromWire);
  }
}
