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
            DiscoveryGrpc.getGetTransferProtocolsMethod(),
            answering.unary(
                DiscoveryProto.TransferProtocolsRequest::getCall,
                message -> message,
                (call, nothing) -> backend.getTransferProtocols(call),
                DiscoveryCodec::toWire))
        .build();
  }

  private ServerServiceDefinition directory() {
    return ServerServiceDefinition.builder(DirectoryGrpc.getServiceDescriptor())
        .addMethod(
            DirectoryGrpc.getLsMethod(),
            answering.unary(
                DirectoryProto.LsRequest::getCall,
                DirectoryCodec::fromWire,
                backend::ls,
                DirectoryCodec::toWire))
        .addMethod(
            DirectoryGrpc.getMkdirMethod(),
            answering.unary(
                DirectoryProto.MkdirRequest::getCall,
                DirectoryCodec::fromWire,
                backend::mkdir,
                StatusCodec::toWire))
        .addMethod(
            DirectoryGrpc.getRmdirMethod(),
            answering.unary(
                DirectoryProto.RmdirRequest::getCall,
                DirectoryCodec::fromWire,
                backend::rmdir,
                StatusCodec::toWire))
        .addMethod(
            DirectoryGrpc.getRmMethod(),
            answering.unary(
                DirectoryProto.RmRequest::getCall,
                DirectoryCodec::fromWire,
                backend::rm,
                StatusCodec::toWire))
        .addMethod(
            DirectoryGrpc.getMvMethod(),
            answering.unary(
                DirectoryProto.MvRequest::getCall,
                DirectoryCodec::fromWire,
                backend::mv,
                StatusCodec::toWire))
        .build();
  }

  private ServerServiceDefinition permissions() {
    return ServerServiceDefinition.builder(PermissionsGrpc.getServiceDescriptor())
        .addMethod(
            PermissionsGrpc.getSetPermissionMethod(),
            answering.unary(
                PermissionProto.SetPermissionRequest::getCall,
                PermissionCodec::fromWire,
                backend::setPermission,
                StatusCodec::toWire))
        .build();
  }

  private ServerServiceDefinition put() {
    return ServerServiceDefinition.builder(PutGrpc.getServiceDescriptor())
        .addMethod(
            PutGrpc.getPrepareToPutMethod(),
            answering.unary(
                PutProto.PutRequest::getCall,
                PutCodec::fromWire,
                backend::prepareToPut,
                PutCodec::toWire))
        .addMethod(
            PutGrpc.getStatusOfPutMethod(),
            answering.unary(
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfPut,
                PutCodec::toWire))
        .addMethod(
            PutGrpc.getPutDoneMethod(),
            answering.unary(
                PutProto.PutDoneRequest::getCall,
                PutCodec::fromWire,
                backend::putDone,
                StatusCodec::toWire))
        .build();
  }

  private ServerServiceDefinition get() {
    return ServerServiceDefinition.builder(GetGrpc.getServiceDescriptor())
        .addMethod(
            GetGrpc.getPrepareToGetMethod(),
            answering.unary(
                GetProto.GetRequest::getCall,
                GetCodec::fromWire,
                backend::prepareToGet,
                GetCodec::toWire))
        .addMethod(
            GetGrpc.getStatusOfGetMethod(),
            answering.unary(
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfGet,
                GetCodec::toWire))
        .build();
  }

  private ServerServiceDefinition bringOnline() {
    return ServerServiceDefinition.builder(BringOnlineGrpc.getServiceDescriptor())
        .addMethod(
            BringOnlineGrpc.getBringOnlineMethod(),
            answering.unary(
                GetProto.GetRequest::getCall,
                GetCodec::fromWire,
                backend::bringOnline,
                GetCodec::toWire))
        .addMethod(
            BringOnlineGrpc.getStatusOfBringOnlineMethod(),
            answering.unary(
                WordsProto.StatusRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfBringOnline,
                GetCodec::toWire))
        .build();
  }

  private ServerServiceDefinition requests() {
    return ServerServiceDefinition.builder(RequestsGrpc.getServiceDescriptor())
        .addMethod(
            RequestsGrpc.getReleaseFilesMethod(),
            answering.unary(
                RequestProto.ReleaseRequest::getCall,
                RequestCodec::fromWire,
                backend::releaseFiles,
                StatusCodec::toWire))
        .addMethod(
            RequestsGrpc.getAbortRequestMethod(),
            answering.unary(
                RequestProto.AbortRequest::getCall,
                RequestCodec::fromWire,
                backend::abortRequest,
                StatusCodec::toWire))
        .addMethod(
            RequestsGrpc.getAbortFilesMethod(),
            answering.unary(
                RequestProto.AbortFilesRequest::getCall,
                RequestCodec::fromWire,
                backend::abortFiles,
                StatusCodec::toWire))
        .build();
  }

  private ServerServiceDefinition spaces() {
    return ServerServiceDefinition.builder(SpacesGrpc.getServiceDescriptor())
        .addMethod(
            SpacesGrpc.getGetSpaceTokensMethod(),
            answering.unary(
                SpaceProto.SpaceTokensRequest::getCall,
                SpaceCodec::fromWire,
                backend::getSpaceTokens,
                SpaceCodec::toWire))
        .addMethod(
            SpacesGrpc.getGetSpaceMetaDataMethod(),
            answering.unary(
                SpaceProto.SpaceMetaDataRequest::getCall,
                SpaceCodec::fromWire,
                backend::getSpaceMetaData,
                SpaceCodec::toWire))
        .build();
  }
}
