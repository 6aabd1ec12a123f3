package org.bora.backend.serve;

import io.grpc.ServerServiceDefinition;
import java.util.List;
import org.bora.api.Backend;
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
import org.bora.api.wire.proto.SpaceProto;
import org.bora.api.wire.proto.SpacesGrpc;
import org.bora.api.wire.proto.WordsProto;

/** The calls of a backend as gRPC services, one per feature. */
final class BackendServices {

  private final Backend backend;
  private final Answering answering;

  BackendServices(Backend backend, Answering answering) {
    this.backend = backend;
    this.answering = answering;
  }

  List<ServerServiceDefinition> all() {
    return List.of(
        discovery(), directory(), permissions(), put(), get(), bringOnline(), requests(), spaces());
  }

  private ServerServiceDefinition discovery() {
    return ServerServiceDefinition.builder(DiscoveryGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                DiscoveryGrpc.getGetTransferProtocolsMethod(),
                DiscoveryProto.TransferProtocolsRequest::getCall,
                message -> message,
                (call, nothing) -> backend.getTransferProtocols(call),
                DiscoveryCodec::toWire))
        .build();
  }

  private ServerServiceDefinition directory() {
    return ServerServiceDefinition.builder(DirectoryGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                DirectoryGrpc.getLsMethod(),
                DirectoryProto.LsRequest::getCall,
                DirectoryCodec::fromWire,
                backend::ls,
                DirectoryCodec::toWire))
        .addMethod(
            answering.unary(
                DirectoryGrpc.getMkdirMethod(),
                DirectoryProto.MkdirRequest::getCall,
                DirectoryCodec::fromWire,
                backend::mkdir,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                DirectoryGrpc.getRmdirMethod(),
                DirectoryProto.RmdirRequest::getCall,
                DirectoryCodec::fromWire,
                backend::rmdir,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                DirectoryGrpc.getRmMethod(),
                DirectoryProto.RmRequest::getCall,
                DirectoryCodec::fromWire,
                backend::rm,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                DirectoryGrpc.getMvMethod(),
                DirectoryProto.MvRequest::getCall,
                DirectoryCodec::fromWire,
                backend::mv,
                StatusCodec::toWire))
        .build();
  }

  private ServerServiceDefinition permissions() {
    return ServerServiceDefinition.builder(PermissionsGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                PermissionsGrpc.getSetPermissionMethod(),
                PermissionProto.SetPermissionRequest::getCall,
                PermissionCodec::fromWire,
                backend::setPermission,
                StatusCodec::toWire))
        .build();
  }

  private ServerServiceDefinition put() {
    return ServerServiceDefinition.builder(PutGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                PutGrpc.getPrepareToPutMethod(),
                PutProto.PutRequest::getCall,
                PutCodec::fromWire,
                backend::prepareToPut,
                PutCodec::toWire))
        .addMethod(
            answering.unary(
                PutGrpc.getStatusOfPutMethod(),
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfPut,
                PutCodec::toWire))
        .addMethod(
            answering.unary(
                PutGrpc.getPutDoneMethod(),
                PutProto.PutDoneRequest::getCall,
                PutCodec::fromWire,
                backend::putDone,
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
                backend::prepareToGet,
                GetCodec::toWire))
        .addMethod(
            answering.unary(
                GetGrpc.getStatusOfGetMethod(),
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfGet,
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
                backend::bringOnline,
                GetCodec::toWire))
        .addMethod(
            answering.unary(
                BringOnlineGrpc.getStatusOfBringOnlineMethod(),
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfBringOnline,
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
                backend::releaseFiles,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getAbortRequestMethod(),
                RequestProto.AbortRequest::getCall,
                RequestCodec::fromWire,
                backend::abortRequest,
                StatusCodec::toWire))
        .addMethod(
            answering.unary(
                RequestsGrpc.getAbortFilesMethod(),
                RequestProto.AbortFilesRequest::getCall,
                RequestCodec::fromWire,
                backend::abortFiles,
                StatusCodec::toWire))
        .build();
  }

  private ServerServiceDefinition spaces() {
    return ServerServiceDefinition.builder(SpacesGrpc.getServiceDescriptor())
        .addMethod(
            answering.unary(
                SpacesGrpc.getGetSpaceTokensMethod(),
                SpaceProto.SpaceTokensRequest::getCall,
                SpaceCodec::fromWire,
                backend::getSpaceTokens,
                SpaceCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getGetSpaceMetaDataMethod(),
                SpaceProto.SpaceMetaDataRequest::getCall,
                SpaceCodec::fromWire,
                backend::getSpaceMetaData,
                SpaceCodec::toWire))
        .build();
  }
}
