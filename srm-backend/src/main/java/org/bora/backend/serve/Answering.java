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
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.api.wire.CallCodec;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.wire.proto.WordsProto;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.backend.bulkhead.WaitingCaller;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers calls that come by gRPC: decodes, has them done, encodes.
 *
 * <p>A call whose frontend is gone before its turn is dropped. One that runs is left to end: it
 * knows its deadline, and an interrupt in the middle of file and database work would do more harm
 * than the work itself.
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

  <Q, A, R extends Reply, P> ServerMethodDefinition<Q, P> unary(
      MethodDescriptor<Q, P> method,
      Function<Q, WordsProto.Circumstances> circumstances,
      Function<Q, A> decode,
      CallService.Operation<A, R> operation,
      Function<R, P> encode) {
    BiConsumer<Q, StreamObserver<P>> answer =
        answer(
            CallLog.of(method.getBareMethodName()),
            circumstances,
            decode,
            operation,
            reply -> List.of(encode.apply(reply)).iterator());
    return ServerMethodDefinition.create(method, ServerCalls.asyncUnaryCall(answer::accept));
  }

  /**
   * The same for an answer of several messages.
   *
   * @param encode gives at least one; each is asked for when the one before has left
   */
  <Q, A, R extends Reply, P> ServerMethodDefinition<Q, P> paged(
      MethodDescriptor<Q, P> method,
      Function<Q, WordsProto.Circumstances> circumstances,
      Function<Q, A> decode,
      CallService.Operation<A, R> operation,
      Function<R, Iterator<P>> encode) {
    BiConsumer<Q, StreamObserver<P>> answer =
        answer(CallLog.of(method.getBareMethodName()), circumstances, decode, operation, encode);
    return ServerMethodDefinition.create(
        method, ServerCalls.asyncServerStreamingCall(answer::accept));
  }

  private <Q, A, R extends Reply, P> BiConsumer<Q, StreamObserver<P>> answer(
      CallLog log,
      Function<Q, WordsProto.Circumstances> circumstances,
      Function<Q, A> decode,
      CallService.Operation<A, R> operation,
      Function<R, Iterator<P>> encode) {
    return (message, reply) -> {
      WordsProto.Circumstances sent = circumstances.apply(message);
      admit(
          sent.getTrace(),
          reply,
          () -> {
            Call call = CallCodec.fromWire(sent, deadline());
            A question = decode.apply(message);
            return encode.apply(service.answer(log, call, question, operation));
          });
    };
  }

  private interface Work<P> {
    Iterator<P> run();
  }

  private <P> void admit(String trace, StreamObserver<P> reply, Work<P> work) {
    if (!gate.enter()) {
      reply.onError(FailureCodec.turnedAway());
      return;
    }
    try {
      answer(trace, reply, work);
    } finally {
      gate.leave();
    }
  }

  private <P> void answer(String trace, StreamObserver<P> reply, Work<P> work) {
    ServerCallStreamObserver<P> taker = (ServerCallStreamObserver<P>) reply;
    // With a handler set, answering somebody who has left is no error.
    taker.setOnCancelHandler(() -> {});
    if (Context.current().isCancelled()) {
      return;
    }
    // The call's own context is cancelled behind the handler, which may hang.
    Context.CancellableContext waiting = Waiting.begin(Context.current(), standstill);
    Context before = waiting.attach();
    CallLog.enter(trace);
    try {
      // Who is first answers: this thread, or whoever sees that it hangs in a filesystem.
      AtomicBoolean answered = new AtomicBoolean();
      WaitingCaller.during(
          failure -> {
            if (answered.compareAndSet(false, true)) {
              waiting.cancel(null);
              reply.onError(FailureCodec.toWire(failure));
            }
          },
          Waiting::isOver,
          () -> answer(trace, taker, work, answered));
    } finally {
      CallLog.leave();
      waiting.detach(before);
      waiting.cancel(null);
    }
  }

  private <P> void answer(
      String trace, ServerCallStreamObserver<P> taker, Work<P> work, AtomicBoolean answered) {
    Iterator<P> answer;
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
  private <P> void send(ServerCallStreamObserver<P> taker, Iterator<P> answer) {
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

  /** A frontend that waits all the same repeats such a call where that is allowed. */
  private static StatusRuntimeException stoodStill(StatusRuntimeException failure) {
    return Waiting.stoodStill() && failure.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED
        ? FailureCodec.toWire(
            new BackendFailure(
                BackendFailure.Kind.TRANSIENT,
                "this backend stood still while it worked on the call, try again",
                failure))
        : failure;
  }

  private static StatusRuntimeException translate(String trace, Throwable surprise) {
    if (surprise instanceof MalformedMessage) {
      LOG.error("a frontend sent what this backend does not understand", surprise);
      return Status.INVALID_ARGUMENT.asRuntimeException();
    }
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
