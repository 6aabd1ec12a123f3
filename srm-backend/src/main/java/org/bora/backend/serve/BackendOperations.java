package org.bora.backend.serve;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.bringonline.BringOnlineCalls;
import org.bora.api.copy.CopyCalls;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.directory.DirectoryCalls;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.discovery.DiscoveryCalls;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.get.GetCalls;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.permission.PermissionCalls;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutCalls;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestCalls;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceCalls;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;

/** All operations of a backend, put together from its features. */
public record BackendOperations(
    DiscoveryCalls discovery,
    DirectoryCalls directory,
    PermissionCalls permissions,
    PutCalls put,
    GetCalls get,
    BringOnlineCalls bringOnline,
    RequestCalls requests,
    SpaceCalls spaces,
    CopyCalls copies)
    implements Backend {

  public BackendOperations {
    Objects.requireNonNull(discovery, "discovery");
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(permissions, "permissions");
    Objects.requireNonNull(put, "put");
    Objects.requireNonNull(get, "get");
    Objects.requireNonNull(bringOnline, "bringOnline");
    Objects.requireNonNull(requests, "requests");
    Objects.requireNonNull(spaces, "spaces");
    Objects.requireNonNull(copies, "copies");
  }

  @Override
  public TransferProtocolsReply getTransferProtocols(Call call) {
    return discovery.getTransferProtocols(call);
  }

  @Override
  public LsReply ls(Call call, LsRequest request) {
    return directory.ls(call, request);
  }

  @Override
  public StatusReply mkdir(Call call, MkdirRequest request) {
    return directory.mkdir(call, request);
  }

  @Override
  public StatusReply rmdir(Call call, RmdirRequest request) {
    return directory.rmdir(call, request);
  }

  @Override
  public SurlStatusesReply rm(Call call, RmRequest request) {
    return directory.rm(call, request);
  }

  @Override
  public StatusReply mv(Call call, MvRequest request) {
    return directory.mv(call, request);
  }

  @Override
  public StatusReply setPermission(Call call, SetPermissionRequest request) {
    return permissions.setPermission(call, request);
  }

  @Override
  public PutReply prepareToPut(Call call, PutRequest request) {
    return put.prepareToPut(call, request);
  }

  @Override
  public PutReply statusOfPut(Call call, StatusRequest request) {
    return put.statusOfPut(call, request);
  }

  @Override
  public SurlStatusesReply putDone(Call call, PutDoneRequest request) {
    return put.putDone(call, request);
  }

  @Override
  public GetReply prepareToGet(Call call, GetRequest request) {
    return get.prepareToGet(call, request);
  }

  @Override
  public GetReply statusOfGet(Call call, StatusRequest request) {
    return get.statusOfGet(call, request);
  }

  @Override
  public GetReply bringOnline(Call call, GetRequest request) {
    return bringOnline.bringOnline(call, request);
  }

  @Override
  public GetReply statusOfBringOnline(Call call, StatusRequest request) {
    return bringOnline.statusOfBringOnline(call, request);
  }

  @Override
  public SurlStatusesReply releaseFiles(Call call, ReleaseRequest request) {
    return requests.releaseFiles(call, request);
  }

  @Override
  public StatusReply abortRequest(Call call, AbortRequest request) {
    return requests.abortRequest(call, request);
  }

  @Override
  public SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    return requests.abortFiles(call, request);
  }

  @Override
  public SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    return spaces.getSpaceTokens(call, description);
  }

  @Override
  public SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens) {
    return spaces.getSpaceMetaData(call, tokens);
  }

  @Override
  public LsReply statusOfLs(Call call, StatusOfLsRequest request) {
    return directory.statusOfLs(call, request);
  }

  @Override
  public PermissionsReply getPermission(Call call, List<Surl> surls) {
    return permissions.getPermission(call, surls);
  }

  @Override
  public EffectiveRightsReply checkPermission(Call call, List<Surl> surls) {
    return permissions.checkPermission(call, surls);
  }

  @Override
  public StatusReply suspendRequest(Call call, String token) {
    return requests.suspendRequest(call, token);
  }

  @Override
  public StatusReply resumeRequest(Call call, String token) {
    return requests.resumeRequest(call, token);
  }

  @Override
  public RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    return requests.getRequestSummary(call, tokens);
  }

  @Override
  public KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    return requests.getRequestTokens(call, description);
  }

  @Override
  public LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    return requests.extendFileLifeTime(call, request);
  }

  @Override
  public ReserveSpaceReply reserveSpace(Call call, ReserveSpaceRequest request) {
    return spaces.reserveSpace(call, request);
  }

  @Override
  public ReserveSpaceReply statusOfReserveSpace(Call call, String token) {
    return spaces.statusOfReserveSpace(call, token);
  }

  @Override
  public UpdateSpaceReply updateSpace(Call call, UpdateSpaceRequest request) {
    return spaces.updateSpace(call, request);
  }

  @Override
  public UpdateSpaceReply statusOfUpdateSpace(Call call, String token) {
    return spaces.statusOfUpdateSpace(call, token);
  }

  @Override
  public StatusReply releaseSpace(Call call, ReleaseSpaceRequest request) {
    return spaces.releaseSpace(call, request);
  }

  @Override
  public ChangeSpaceReply changeSpaceForFiles(Call call, ChangeSpaceRequest request) {
    return spaces.changeSpaceForFiles(call, request);
  }

  @Override
  public ChangeSpaceReply statusOfChangeSpaceForFiles(Call call, String token) {
    return spaces.statusOfChangeSpaceForFiles(call, token);
  }

  @Override
  public LifetimesReply extendFileLifeTimeInSpace(Call call, ExtendInSpaceRequest request) {
    return spaces.extendFileLifeTimeInSpace(call, request);
  }

  @Override
  public SurlStatusesReply purgeFromSpace(Call call, PurgeRequest request) {
    return spaces.purgeFromSpace(call, request);
  }

  @Override
  public CopyReply copy(Call call, CopyRequest request) {
    return copies.copy(call, request);
  }

  @Override
  public CopyReply statusOfCopy(Call call, CopyStatusRequest request) {
    return copies.statusOfCopy(call, request);
  }
}
