package org.bora.backend.serve;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.wire.Asked;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.wire.Messages;
import org.bora.api.word.Reply;
import org.bora.backend.bulkhead.WaitingCaller;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers gRPC calls: decodes them, has them carried out, and encodes the answer.
 *
 * <p>If the frontend of a call is gone before its turn, the call is dropped. A running call is not
 * interrupted: it has a deadline, and an interrupt in the middle of file and database work would do
 * more harm than good.
 */
final class Answering {

  private static final Logger LOG = LoggerFactory.getLogger(Answering.class);

  private final CallService service;
  private final Clock clock;
  private final Duration longestCall;
  private final CallGate gate;
  private final Standstill standstill;

  /**
   * Has calls done by a service.
   *
   * @param gate every call goes through it
   * @param standstill tells which calls frontends may have given up
   */
  Answering(
      CallService service,
      Clock clock,
      Duration longestCall,
      CallGate gate,
      Standstill standstill) {
    this.standstill = standstill;
    this.service = service;
    this.clock = clock;
    this.longestCall = longestCall;
    this.gate = gate;
  }

  /**
   * The operation as a method of the link.
   *
   * @param as one of its methods
   */
  ServerMethodDefinition<byte[], byte[]> method(
      Operation<?, ?> operation, MethodDescriptor<byte[], byte[]> as) {
    return ServerMethodDefinition.create(
        as,
        operation.isPaged()
            ? ServerCalls.asyncServerStreamingCall(
                (message, reply) -> admit(operation, message, reply))
            : ServerCalls.asyncUnaryCall((message, reply) -> admit(operation, message, reply)));
  }

  private void admit(Operation<?, ?> operation, byte[] message, StreamObserver<byte[]> reply) {
    if (!gate.enter()) {
      reply.onError(FailureCodec.turnedAway());
      return;
    }
    try {
      answer(operation, message, reply);
    } finally {
      gate.leave();
    }
  }

  private <Q, R extends Reply> void answer(
      Operation<Q, R> operation, byte[] message, StreamObserver<byte[]> reply) {
    Asked<Q> asked;
    try {
      asked = Messages.asked(operation, message);
    } catch (MalformedMessage notUnderstood) {
      LOG.error("a frontend sent what this backend does not understand", notUnderstood);
      reply.onError(Status.INVALID_ARGUMENT.asRuntimeException());
      return;
    }
    answer(
        asked.trace(),
        reply,
        () ->
            messages(
                operation, service.answer(operation, asked.call(deadline()), asked.question())));
  }

  /** At least one message; each is requested when the one before has left. */
  private static <R extends Reply> Iterator<byte[]> messages(Operation<?, R> operation, R reply) {
    return operation.isPaged() && reply instanceof LsReply listing
        ? Messages.pages(listing)
        : List.of(Messages.answer(operation, reply)).iterator();
  }

  private interface Work {
    Iterator<byte[]> run();
  }

  private void answer(String trace, StreamObserver<byte[]> reply, Work work) {
    ServerCallStreamObserver<byte[]> taker = (ServerCallStreamObserver<byte[]>) reply;
    // With a handler set, answering a caller who has left is no error.
    taker.setOnCancelHandler(() -> {});
    if (Context.current().isCancelled()) {
      return;
    }
    // The call's own context is cancelled behind the handler, which may hang.
    Context.CancellableContext waiting = Waiting.begin(Context.current(), standstill);
    Context before = waiting.attach();
    CallLog.enter(trace);
    try {
      // The first one answers: this thread, or the one that sees that it hangs in a filesystem.
      AtomicBoolean answered = new AtomicBoolean();
      WaitingCaller.of(
              failure -> {
                if (answered.compareAndSet(false, true)) {
                  waiting.cancel(null);
                  reply.onError(FailureCodec.toWire(failure));
                }
              },
              Waiting::isOver)
          .run(() -> answer(trace, taker, work, answered));
    } finally {
      CallLog.leave();
      waiting.detach(before);
      waiting.cancel(null);
    }
  }

  private void answer(
      String trace, ServerCallStreamObserver<byte[]> taker, Work work, AtomicBoolean answered) {
    Iterator<byte[]> answer;
    try {
      answer = work.run();
    } catch (RuntimeException | Error surprise) {
      StatusRuntimeException failure = stoodStill(translate(trace, surprise));
      if (answered.compareAndSet(false, true)) {
        taker.onError(failure);
      }
      return;
    }
    if (answered.compareAndSet(false, true)) {
      send(taker, answer);
    }
  }

  /** The first message at once, others as they are taken: none waits here for a slow frontend. */
  private void send(ServerCallStreamObserver<byte[]> taker, Iterator<byte[]> answer) {
    taker.onNext(answer.next());
    if (!answer.hasNext()) {
      taker.onCompleted();
      return;
    }
    gate.stay();
    AtomicBoolean leaving = new AtomicBoolean();
    Runnable leave =
        () -> {
          if (leaving.compareAndSet(false, true)) {
            gate.leave();
          }
        };
    taker.setOnCloseHandler(leave);
    taker.setOnCancelHandler(leave);
    taker.setOnReadyHandler(
        () -> {
          boolean more = answer.hasNext();
          while (more && taker.isReady()) {
            taker.onNext(answer.next());
            if (!answer.hasNext()) {
              taker.onCompleted();
            }
            more = answer.hasNext();
          }
        });
  }

  /** A frontend that still waits repeats such a call if that is allowed. */
  private static StatusRuntimeException stoodStill(StatusRuntimeException failure) {
    return Waiting.stoodStill() && failure.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED
        ? FailureCodec.toWire(
            new BackendFailure(
                BackendFailure.Kind.TRANSIENT,
                "this backend was frozen during the call, try again",
                failure))
        : failure;
  }

  private static StatusRuntimeException translate(String trace, Throwable surprise) {
    return FailureCodec.toWire(CallService.failure(trace, surprise));
  }

  private Instant deadline() {
    Deadline sent = Context.current().getDeadline();
    long nanos = longestCall.toNanos();
    if (sent != null) {
      nanos = Math.min(nanos, sent.timeRemaining(TimeUnit.NANOSECONDS));
    }
    return clock.instant().plusNanos(nanos);
  }
}
