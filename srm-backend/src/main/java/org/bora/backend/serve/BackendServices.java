package org.bora.backend.serve;

import io.grpc.ServerServiceDefinition;
import java.util.List;
import java.util.Optional;
import org.bora.api.Backend;
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
import org.bora.api.wire.proto.CopyProto;
import org.bora.api.wire.proto.DirectoryGrpc;
import org.bora.api.wire.proto.DirectoryProto;
import org.bora.api.wire.proto.DiscoveryGrpc;
import org.bora.api.wire.proto.DiscoveryProto;
import org.bora.api.wire.proto.GetGrpc;
import org.bora.api.wire.proto.GetProto;
import org.bora.api.wire.proto.PermissionProto;
import org.bora.api.wire.proto.PermissionsGrpc;
import org.bora.api.wire.proto.PutGrpc;
import org.bora.api.wire.proto.PutProto;
import org.bora.api.wire.proto.RequestProto;
import org.bora.api.wire.proto.RequestsGrpc;
import org.bora.api.wire.proto.WordsProto;

/** The calls of a backend as gRPC services, one per feature. */
final class BackendServices {

  private final Answering answering;

  BackendServices(Answering answering) {
    this.answering = answering;
  }

  List<ServerServiceDefinition> all() {
    return List.of(
        discovery(),
        directory(),
        permissions(),
        put(),
        get(),
        bringOnline(),
        requests(),
        new SpaceServices(answering).all(),
        copies());
  }

  private ServerServiceDefinition discovery() {
    return ServerServiceDefinition.builder(DiscoveryGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                DiscoveryGrpc.getGetTransferProtocolsMethod(),
                DiscoveryProto.TransferProtocolsRequest::getCall,
                nothing -> Optional.empty(),
                (backend, call, nothing) -> backend.getTransferProtocols(call),
                DiscoveryCodec::toWire))
        .build();
  }

  private ServerServiceDefinition directory() {
    return ServerServiceDefinition.builder(DirectoryGrpc.getServiceDescriptor())
        .addMethod(
            answering.paged(
                DirectoryGrpc.getLsMethod(),
                DirectoryProto.LsRequest::getCall,
                DirectoryCodec::fromWire,
                Backend::ls,
                LsPages::toWire))
        .addMethod(
            answering.unary(
                DirectoryGrpc.getMkdirMethod(),
                DirectoryProto.MkdirRequest::getCall,
                DirectoryCodec::fromWire,
                Backend::mkdir,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                DirectoryGrpc.getRmdirMethod(),
                DirectoryProto.RmdirRequest::getCall,
                DirectoryCodec::fromWire,
                Backend::rmdir,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                DirectoryGrpc.getRmMethod(),
                DirectoryProto.RmRequest::getCall,
                DirectoryCodec::fromWire,
                Backend::rm,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                DirectoryGrpc.getMvMethod(),
                DirectoryProto.MvRequest::getCall,
                DirectoryCodec::fromWire,
                Backend::mv,
                StatusCodec::toWire))
        .addMethod(
            answering.paged(
                DirectoryGrpc.getStatusOfLsMethod(),
                DirectoryProto.StatusOfLsRequest::getCall,
                DirectoryCodec::fromWire,
                Backend::statusOfLs,
                LsPages::toWire))
        .build();
  }

  private ServerServiceDefinition permissions() {
    return ServerServiceDefinition.builder(PermissionsGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                PermissionsGrpc.getSetPermissionMethod(),
                PermissionProto.SetPermissionRequest::getCall,
                PermissionCodec::fromWire,
                Backend::setPermission,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                PermissionsGrpc.getGetPermissionMethod(),
                WordsProto.SurlsRequest::getCall,
                CallCodec::fromWire,
                Backend::getPermission,
                PermissionCodec::toWire))
        .addMethod(
            answering.unary(
                PermissionsGrpc.getCheckPermissionMethod(),
                WordsProto.SurlsRequest::getCall,
                CallCodec::fromWire,
                Backend::checkPermission,
                PermissionCodec::toWire))
        .build();
  }

  private ServerServiceDefinition put() {
    return ServerServiceDefinition.builder(PutGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                PutGrpc.getPrepareToPutMethod(),
                PutProto.PutRequest::getCall,
                PutCodec::fromWire,
                Backend::prepareToPut,
                PutCodec::toWire))
        .addMethod(
            answering.unary(
                PutGrpc.getStatusOfPutMethod(),
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                Backend::statusOfPut,
                PutCodec::toWire))
        .addMethod(
            answering.unary(
                PutGrpc.getPutDoneMethod(),
                PutProto.PutDoneRequest::getCall,
                PutCodec::fromWire,
                Backend::putDone,
                StatusCodec::toWire))
        .build();
  }

  private ServerServiceDefinition get() {
    return ServerServiceDefinition.builder(GetGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                GetGrpc.getPrepareToGetMethod(),
                GetProto.GetRequest::getCall,
                GetCodec::fromWire,
                Backend::prepareToGet,
                GetCodec::toWire))
        .addMethod(
            answering.unary(
                GetGrpc.getStatusOfGetMethod(),
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                Backend::statusOfGet,
                GetCodec::toWire))
        .build();
  }

  private ServerServiceDefinition bringOnline() {
    return ServerServiceDefinition.builder(BringOnlineGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                BringOnlineGrpc.getBringOnlineMethod(),
                GetProto.GetRequest::getCall,
                GetCodec::fromWire,
                Backend::bringOnline,
                GetCodec::toWire))
        .addMethod(
            answering.unary(
                BringOnlineGrpc.getStatusOfBringOnlineMethod(),
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                Backend::statusOfBringOnline,
                GetCodec::toWire))
        .build();
  }

  private ServerServiceDefinition requests() {
    return ServerServiceDefinition.builder(RequestsGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                RequestsGrpc.getReleaseFilesMethod(),
                RequestProto.ReleaseRequest::getCall,
                RequestCodec::fromWire,
                Backend::releaseFiles,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getAbortRequestMethod(),
                RequestProto.AbortRequest::getCall,
                RequestCodec::fromWire,
                Backend::abortRequest,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getAbortFilesMethod(),
                RequestProto.AbortFilesRequest::getCall,
                RequestCodec::fromWire,
                Backend::abortFiles,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getSuspendRequestMethod(),
                WordsProto.TokenRequest::getCall,
                CallCodec::fromWire,
                Backend::suspendRequest,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getResumeRequestMethod(),
                WordsProto.TokenRequest::getCall,
                CallCodec::fromWire,
                Backend::resumeRequest,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getGetRequestSummaryMethod(),
                RequestProto.RequestSummariesRequest::getCall,
                KnownRequestCodec::fromWire,
                Backend::getRequestSummary,
                KnownRequestCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getGetRequestTokensMethod(),
                RequestProto.KnownRequestsRequest::getCall,
                KnownRequestCodec::fromWire,
                Backend::getRequestTokens,
                KnownRequestCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getExtendFileLifeTimeMethod(),
                RequestProto.ExtendRequest::getCall,
                LifetimeCodec::fromWire,
                Backend::extendFileLifeTime,
                LifetimeCodec::toWire))
        .build();
  }

  private ServerServiceDefinition copies() {
    // Under its own method, whose message keeps the credential out of sight.
    return ServerServiceDefinition.builder(CopyGrpc.SERVICE_NAME)
        .addMethod(
            answering.unary(
                CopyMessage.METHOD,
                message -> message.request().getCall(),
                CopyCodec::fromWire,
                Backend::copy,
                CopyCodec::toWire))
        .addMethod(
            answering.unary(
                CopyGrpc.getStatusOfCopyMethod(),
                CopyProto.CopyStatusRequest::getCall,
                CopyCodec::fromWire,
                Backend::statusOfCopy,
                CopyCodec::toWire))
        .build();
  }
}
