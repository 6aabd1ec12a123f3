package org.bora.backend.serve;

import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts the reports of frontends, even while the backend drains, because they cost nothing. */
final class FiguresService {
  private static final Logger LOG = LoggerFactory.getLogger(FiguresService.class);

  private final Consumer<ProcessFigures> taker;

  FiguresService(Consumer<ProcessFigures> taker) {
    this.taker = taker;
  }

  ServerMethodDefinition<byte[], byte[]> method() {
    return ServerMethodDefinition.create(Methods.FIGURES, ServerCalls.asyncUnaryCall(this::take));
  }

  private void take(byte[] message, StreamObserver<byte[]> reply) {
    try {
      taker.accept(Messages.figures(message));
    } catch (MalformedMessage notUnderstood) {
      LOG.warn("a frontend sent figures that this backend does not understand", notUnderstood);
      reply.onError(Status.INVALID_ARGUMENT.asRuntimeException());
      return;
    } catch (RuntimeException notNow) {
      LOG.debug("the figures of a frontend were not kept", notNow);
      reply.onError(Status.UNAVAILABLE.asRuntimeException());
      return;
    }
    reply.onNext(new byte[0]);
    reply.onCompleted();
  }
}
