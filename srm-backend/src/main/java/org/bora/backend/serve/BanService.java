package org.bora.backend.serve;

import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import org.bora.api.BackendFailure;
import org.bora.api.ban.BanCalls;
import org.bora.api.wire.BanCodec;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.proto.BansGrpc;
import org.bora.api.wire.proto.BansProto;

/**
 * Tells frontends who is kept out. No call of anybody's: it is neither logged nor audited, and a
 * backend that drains answers it all the same.
 *
 * @param bans are asked every time
 */
record BanService(BanCalls bans) {

  ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(BansGrpc.getServiceDescriptor())
        .addMethod(BansGrpc.getListMethod(), ServerCalls.asyncUnaryCall(this::answer))
        .build();
  }

  private void answer(BansProto.BansRequest none, StreamObserver<BansProto.BansReply> reply) {
    BansProto.BansReply answer;
    try {
      answer = BanCodec.toWire(bans.bans());
    } catch (BackendFailure unknown) {
      reply.onError(FailureCodec.toWire(unknown));
      return;
    }
    reply.onNext(answer);
    reply.onCompleted();
  }
}
