package org.bora.backend.serve;

import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.area.SiteCalls;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;

/**
 * Tells frontends and doors what they need for themselves: bans, the directories of areas, and
 * which doors accept clients of others. These are not calls of clients: they are neither logged nor
 * audited, and a draining backend still answers them.
 *
 * @param site is asked every time
 */
record SiteService(SiteCalls site) {

  List<ServerMethodDefinition<byte[], byte[]>> methods() {
    return List.of(
        method(Methods.BANS, () -> Messages.bans(site.bans())),
        method(Methods.AREAS, () -> Messages.areas(site.areas())),
        method(Methods.DOORS, () -> Messages.doors(site.doors())));
  }

  private static ServerMethodDefinition<byte[], byte[]> method(
      MethodDescriptor<byte[], byte[]> method, Supplier<byte[]> told) {
    return ServerMethodDefinition.create(
        method, ServerCalls.asyncUnaryCall((nothing, reply) -> answer(told, reply)));
  }

  private static void answer(Supplier<byte[]> told, StreamObserver<byte[]> reply) {
    byte[] answer;
    try {
      answer = told.get();
    } catch (BackendFailure unknown) {
      reply.onError(FailureCodec.toWire(unknown));
      return;
    }
    reply.onNext(answer);
    reply.onCompleted();
  }
}
