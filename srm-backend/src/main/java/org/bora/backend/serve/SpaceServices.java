package org.bora.backend.serve;

import io.grpc.ServerServiceDefinition;
import org.bora.api.space.SpaceCalls;
import org.bora.api.wire.CallCodec;
import org.bora.api.wire.LifetimeCodec;
import org.bora.api.wire.ReservationCodec;
import org.bora.api.wire.SpaceCodec;
import org.bora.api.wire.SpaceFilesCodec;
import org.bora.api.wire.StatusCodec;
import org.bora.api.wire.proto.SpaceProto;
import org.bora.api.wire.proto.SpacesGrpc;
import org.bora.api.wire.proto.WordsProto;

/** The space functions of a backend as a gRPC service. */
final class SpaceServices {

  private final SpaceCalls backend;
  private final Answering answering;

  SpaceServices(SpaceCalls backend, Answering answering) {
    this.backend = backend;
    this.answering = answering;
  }

  ServerServiceDefinition all() {
    var service = ServerServiceDefinition.builder(SpacesGrpc.getServiceDescriptor());
    describing(service);
    reserving(service);
    filesInSpaces(service);
    return service.build();
  }

  private void describing(ServerServiceDefinition.Builder service) {
    service
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
                SpaceCodec::toWire));
  }

  private void reserving(ServerServiceDefinition.Builder service) {
    service
        .addMethod(
            answering.unary(
                SpacesGrpc.getReserveSpaceMethod(),
                SpaceProto.ReserveSpaceRequest::getCall,
                ReservationCodec::fromWire,
                backend::reserveSpace,
                ReservationCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getStatusOfReserveSpaceMethod(),
                WordsProto.TokenRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfReserveSpace,
                ReservationCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getUpdateSpaceMethod(),
                SpaceProto.UpdateSpaceRequest::getCall,
                ReservationCodec::fromWire,
                backend::updateSpace,
                ReservationCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getStatusOfUpdateSpaceMethod(),
                WordsProto.TokenRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfUpdateSpace,
                ReservationCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getReleaseSpaceMethod(),
                SpaceProto.ReleaseSpaceRequest::getCall,
                ReservationCodec::fromWire,
                backend::releaseSpace,
                StatusCodec::toWire));
  }

  private void filesInSpaces(ServerServiceDefinition.Builder service) {
    service
        .addMethod(
            answering.unary(
                SpacesGrpc.getChangeSpaceForFilesMethod(),
                SpaceProto.ChangeSpaceRequest::getCall,
                SpaceFilesCodec::fromWire,
                backend::changeSpaceForFiles,
                SpaceFilesCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getStatusOfChangeSpaceForFilesMethod(),
                WordsProto.TokenRequest::getCall,
                CallCodec::fromWire,
                backend::statusOfChangeSpaceForFiles,
                SpaceFilesCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getExtendFileLifeTimeInSpaceMethod(),
                SpaceProto.ExtendInSpaceRequest::getCall,
                SpaceFilesCodec::fromWire,
                backend::extendFileLifeTimeInSpace,
                LifetimeCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getPurgeFromSpaceMethod(),
                SpaceProto.PurgeRequest::getCall,
                SpaceFilesCodec::fromWire,
                backend::purgeFromSpace,
                StatusCodec::toWire));
  }
}
