package org.bora.backend.serve;

import io.grpc.ServerServiceDefinition;
import org.bora.api.Backend;
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

  private final Answering answering;

  SpaceServices(Answering answering) {
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
                Backend::getSpaceTokens,
                SpaceCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getGetSpaceMetaDataMethod(),
                SpaceProto.SpaceMetaDataRequest::getCall,
                SpaceCodec::fromWire,
                Backend::getSpaceMetaData,
                SpaceCodec::toWire));
  }

  private void reserving(ServerServiceDefinition.Builder service) {
    service
        .addMethod(
            answering.unary(
                SpacesGrpc.getReserveSpaceMethod(),
                SpaceProto.ReserveSpaceRequest::getCall,
                ReservationCodec::fromWire,
                Backend::reserveSpace,
                ReservationCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getStatusOfReserveSpaceMethod(),
                WordsProto.TokenRequest::getCall,
                CallCodec::fromWire,
                Backend::statusOfReserveSpace,
                ReservationCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getUpdateSpaceMethod(),
                SpaceProto.UpdateSpaceRequest::getCall,
                ReservationCodec::fromWire,
                Backend::updateSpace,
                ReservationCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getStatusOfUpdateSpaceMethod(),
                WordsProto.TokenRequest::getCall,
                CallCodec::fromWire,
                Backend::statusOfUpdateSpace,
                ReservationCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getReleaseSpaceMethod(),
                SpaceProto.ReleaseSpaceRequest::getCall,
                ReservationCodec::fromWire,
                Backend::releaseSpace,
                StatusCodec::toWire));
  }

  private void filesInSpaces(ServerServiceDefinition.Builder service) {
    service
        .addMethod(
            answering.unary(
                SpacesGrpc.getChangeSpaceForFilesMethod(),
                SpaceProto.ChangeSpaceRequest::getCall,
                SpaceFilesCodec::fromWire,
                Backend::changeSpaceForFiles,
                SpaceFilesCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getStatusOfChangeSpaceForFilesMethod(),
                WordsProto.TokenRequest::getCall,
                CallCodec::fromWire,
                Backend::statusOfChangeSpaceForFiles,
                SpaceFilesCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getExtendFileLifeTimeInSpaceMethod(),
                SpaceProto.ExtendInSpaceRequest::getCall,
                SpaceFilesCodec::fromWire,
                Backend::extendFileLifeTimeInSpace,
                LifetimeCodec::toWire))
        .addMethod(
            answering.unary(
                SpacesGrpc.getPurgeFromSpaceMethod(),
                SpaceProto.PurgeRequest::getCall,
                SpaceFilesCodec::fromWire,
                Backend::purgeFromSpace,
                StatusCodec::toWire));
  }
}
