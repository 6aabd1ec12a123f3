package org.bora.frontend.admit;

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
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.frontend.admit.poll.SharedPolls;
import org.bora.frontend.admit.turn.Turns;

/**
 * A backend that every call asks in its turn, and that equal questions for a state ask together.
 * Says of which class each operation is. Throws {@link org.bora.frontend.admit.turn.NoTurn} where
 * there is no turn in time, besides what the backend throws.
 */
public final class BackendInTurn extends SpacesInTurn implements Backend {
  private final Backend backend;

  public BackendInTurn(Backend backend, Turns turns, SharedPolls polls) {
    super(backend, new Asking(turns, polls));
    this.backend = backend;
  }

  @Override
  public TransferProtocolsReply getTransferProtocols(Call call) {
    return asking.read("getTransferProtocols", call, () -> backend.getTransferProtocols(call));
  }

  /** A walk through several levels is work for a while, a look into one directory is not. */
  @Override
  public LsReply ls(Call call, LsRequest request) {
    return openLs(call, request).whole();
  }

  /** The turn ends when the listing begins to come: then the backend has found all of it. */
  @Override
  public LsStream openLs(Call call, LsRequest request) {
    return request.allLevels() || request.levels().orElse(1) > 1
        ? asking.lengthy("ls of a tree", call, () -> backend.openLs(call, request))
        : asking.read("ls", call, () -> backend.openLs(call, request));
  }

  @Override
  public LsReply statusOfLs(Call call, StatusOfLsRequest request) {
    return asking.poll("statusOfLs", call, request, () -> backend.statusOfLs(call, request));
  }

  @Override
  public StatusReply mkdir(Call call, MkdirRequest request) {
    return asking.write("mkdir", call, () -> backend.mkdir(call, request));
  }

  @Override
  public StatusReply rmdir(Call call, RmdirRequest request) {
    return request.recursive()
        ? asking.lengthy("rmdir of a tree", call, () -> backend.rmdir(call, request))
        : asking.write("rmdir", call, () -> backend.rmdir(call, request));
  }

  @Override
  public SurlStatusesReply rm(Call call, RmRequest request) {
    return asking.write("rm", call, () -> backend.rm(call, request));
  }

  @Override
  public StatusReply mv(Call call, MvRequest request) {
    return asking.write("mv", call, () -> backend.mv(call, request));
  }

  @Override
  public StatusReply setPermission(Call call, SetPermissionRequest request) {
    return asking.write("setPermission", call, () -> backend.setPermission(call, request));
  }

  @Override
  public PermissionsReply getPermission(Call call, List<Surl> surls) {
    return asking.read("getPermission", call, () -> backend.getPermission(call, surls));
  }

  @Override
  public EffectiveRightsReply checkPermission(Call call, List<Surl> surls) {
    return asking.read("checkPermission", call, () -> backend.checkPermission(call, surls));
  }

  @Override
  public PutReply prepareToPut(Call call, PutRequest request) {
    return asking.write("prepareToPut", call, () -> backend.prepareToPut(call, request));
  }

  @Override
  public PutReply statusOfPut(Call call, StatusRequest request) {
    return asking.poll("statusOfPut", call, request, () -> backend.statusOfPut(call, request));
  }

  /** The whole file is read for its checksum. */
  @Override
  public SurlStatusesReply putDone(Call call, PutDoneRequest request) {
    return asking.lengthy("putDone", call, () -> backend.putDone(call, request));
  }

  @Override
  public GetReply prepareToGet(Call call, GetRequest request) {
    return asking.write("prepareToGet", call, () -> backend.prepareToGet(call, request));
  }

  @Override
  public GetReply statusOfGet(Call call, StatusRequest request) {
    return asking.poll("statusOfGet", call, request, () -> backend.statusOfGet(call, request));
  }

  @Override
  public GetReply bringOnline(Call call, GetRequest request) {
    return asking.write("bringOnline", call, () -> backend.bringOnline(call, request));
  }

  @Override
  public GetReply statusOfBringOnline(Call call, StatusRequest request) {
    return asking.poll(
        "statusOfBringOnline", call, request, () -> backend.statusOfBringOnline(call, request));
  }

  @Override
  public SurlStatusesReply releaseFiles(Call call, ReleaseRequest request) {
    return asking.write("releaseFiles", call, () -> backend.releaseFiles(call, request));
  }

  @Override
  public StatusReply abortRequest(Call call, AbortRequest request) {
    return asking.write("abortRequest", call, () -> backend.abortRequest(call, request));
  }

  @Override
  public SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    return asking.write("abortFiles", call, () -> backend.abortFiles(call, request));
  }

  @Override
  public StatusReply suspendRequest(Call call, String token) {
    return asking.write("suspendRequest", call, () -> backend.suspendRequest(call, token));
  }

  @Override
  public StatusReply resumeRequest(Call call, String token) {
    return asking.write("resumeRequest", call, () -> backend.resumeRequest(call, token));
  }

  @Override
  public RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    return asking.poll(
        "getRequestSummary", call, tokens, () -> backend.getRequestSummary(call, tokens));
  }

  @Override
  public KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    return asking.poll(
        "getRequestTokens", call, description, () -> backend.getRequestTokens(call, description));
  }

  @Override
  public LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    return asking.write(
        "extendFileLifeTime", call, () -> backend.extendFileLifeTime(call, request));
  }

  /** Only enters what is to be copied. */
  @Override
  public CopyReply copy(Call call, CopyRequest request) {
    return asking.write("copy", call, () -> backend.copy(call, request));
  }

  @Override
  public CopyReply statusOfCopy(Call call, CopyStatusRequest request) {
    return asking.poll("statusOfCopy", call, request, () -> backend.statusOfCopy(call, request));
  }
}
