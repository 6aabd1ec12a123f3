package org.bora.backend.serve;

import io.grpc.ServerMethodDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import org.bora.api.area.AreaCalls;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;

/**
 * Tells doors which directories the areas are. No call of anybody's: it is neither logged nor
 * audited, and a backend that drains answers it all the same.
 */
record AreaService(AreaCalls areas) {

  ServerMethodDefinition<byte[], byte[]> method() {
    return ServerMethodDefinition.create(Methods.AREAS, ServerCalls.asyncUnaryCall(this::answer));
  }

  private void answer(byte[] nothing, StreamObserver<byte[]> reply) {
    reply.onNext(Messages.areas(areas.areas()));
    reply.onCompleted();
  }
}
