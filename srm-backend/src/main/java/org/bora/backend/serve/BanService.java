package org.bora.backend.serve;

import io.grpc.ServerMethodDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import org.bora.api.BackendFailure;
import org.bora.api.ban.BanCalls;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;

/**
 * Tells frontends who is kept out. No call of anybody's: it is neither logged nor audited, and a
 * backend that drains answers it all the same.
 *
 * @param bans are asked every time
 */
record BanService(BanCalls bans) {

  ServerMethodDefinition<byte[], byte[]> method() {
    return ServerMethodDefinition.create(Methods.BANS, ServerCalls.asyncUnaryCall(this::answer));
  }

  private void answer(byte[] nothing, StreamObserver<byte[]> reply) {
    byte[] answer;
    try {
      answer = Messages.bans(bans.bans());
    } catch (BackendFailure unknown) {
      reply.onError(FailureCodec.toWire(unknown));
      return;
    }
    reply.onNext(answer);
    reply.onCompleted();
  }
}
