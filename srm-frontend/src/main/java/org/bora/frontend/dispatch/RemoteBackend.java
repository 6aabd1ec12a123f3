package org.bora.frontend.dispatch;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.wire.CallCodec;
import org.bora.api.wire.DirectoryCodec;
import org.bora.api.wire.DiscoveryCodec;
import org.bora.api.wire.GetCodec;
import org.bora.api.wire.PermissionCodec;
import org.bora.api.wire.PutCodec;
import org.bora.api.wire.RequestCodec;
import org.bora.api.wire.SpaceCodec;
import org.bora.api.wire.StatusCodec;
import org.bora.api.wire.proto.BringOnlineGrpc;
import org.bora.api.wire.proto.DirectoryGrpc;
import org.bora.api.wire.proto.DiscoveryGrpc;
import org.bora.api.wire.proto.GetGrpc;
import org.bora.api.wire.proto.PermissionsGrpc;
import org.bora.api.wire.proto.PutGrpc;
import org.bora.api.wire.proto.RequestsGrpc;
import org.bora.api.wire.proto.SpacesGrpc;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/**
 * The backend as the frontend sees it: every call goes to one of the pool's backends by gRPC.
 * Questions, and orders whose repetition changes nothing, are asked once more when a backend was
 * not there to answer; what begins or ends something is not, because nobody could tell whether it
 * had been done.
 */
public final class RemoteBackend implements Backend {

  private final CallSender sender;

  public RemoteBackend(BackendPool pool, Clock clock) {
    this.sender = new CallSender(pool, clock);
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
    return sender.repeatable(
        DirectoryGrpc.getLsMethod(),
        call,
        DirectoryCodec.toWire(call, request),
        DirectoryCodec::fromWire);
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
    return sender.once(
        PutGrpc.getPutDoneMethod(), call, PutCodec.toWire(call, request), StatusCodec::fromWire);
  }

  @Override
  public GetReply prepareToGet(Call call, GetRequest request) {
    return sender.once(
        GetGrpc.getPrepareToGetMethod(), call, GetCodec.toWire(call, request), GetCodec::fromWire);
  }

  @Override
  public GetReply statusOfGet(Call call, StatusRequest request) {
    return sender.repeatable(
        GetGrpc.getStatusOfGetMethod(), call, CallCodec.toWire(call, request), GetCodec::fromWire);
  }

  @Override
  public GetReply bringOnline(Call call, GetRequest request) {
    return sender.once(
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
  public SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    return sender.repeatable(
        SpacesGrpc.getGetSpaceTokensMethod(),
        call,
        SpaceCodec.tokensToWire(call, description),
        SpaceCodec::fromWire);
  }

  @Override
  public SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens) {
    return sender.repeatable(
        SpacesGrpc.getGetSpaceMetaDataMethod(),
        call,
        SpaceCodec.metaDataToWire(call, tokens),
        SpaceCodec::fromWire);
  }
}
