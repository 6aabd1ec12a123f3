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
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.wire.CallCodec;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.wire.proto.WordsProto;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.backend.audit.CallAudit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers one call: decodes, asks, encodes. The one place of the backend where a surprise becomes a
 * status; what the frontend hears of it names no class and no path.
 *
 * <p>A call whose frontend is gone before its turn is dropped. One that runs is left to end: it
 * knows its deadline, and an interrupt in the middle of file and database work would do more harm
 * than the work itself.
 */
final class Answering {

  private static final Logger LOG = LoggerFactory.getLogger(Answering.class);

  /** What is asked of a backend. */
  @FunctionalInterface
  interface Operation<A, R> {
    R ask(Backend backend, Call call, A question);
  }

  private final Supplier<Backend> backend;
  private final Clock clock;
  private final Duration longestCall;
  private final CallGate gate;
  private final CallAudit audit;

  /**
   * Asks the backend that is there when a call begins, from its beginning to its end.
   *
   * @param backend may give another one after a change of settings
   * @param gate every call goes through it
   * @param audit is told of every call
   */
  Answering(
      Supplier<Backend> backend,
      Clock clock,
      Duration longestCall,
      CallGate gate,
      CallAudit audit) {
    this.gate = gate;
    this.audit = audit;
    this.backend = backend;
    this.clock = clock;
    this.longestCall = longestCall;
  }

  <Q, A, R extends Reply, P> ServerMethodDefinition<Q, P> unary(
      MethodDescriptor<Q, P> method,
      Function<Q, WordsProto.Circumstances> circumstances,
      Function<Q, A> decode,
      Operation<A, R> operation,
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
      Operation<A, R> operation,
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
      Operation<A, R> operation,
      Function<R, Iterator<P>> encode) {
    return (message, reply) -> {
      WordsProto.Circumstances sent = circumstances.apply(message);
      admit(
          sent.getTrace(),
          reply,
          () -> {
            Call call = CallCodec.fromWire(sent, deadline());
            A question = decode.apply(message);
            log.begin(question);
            R answer =
                audit.during(
                    log.operation(),
                    call,
                    question,
                    () -> operation.ask(backend.get(), call, question));
            log.end(call.caller(), answer);
            return encode.apply(answer);
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
    CallLog.enter(trace);
    try {
      Iterator<P> answer;
      try {
        answer = work.run();
      } catch (RuntimeException | Error surprise) {
        reply.onError(translate(trace, surprise));
        return;
      }
      send(taker, answer);
    } finally {
      CallLog.leave();
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

  private static StatusRuntimeException translate(String trace, Throwable surprise) {
    return switch (surprise) {
      case BackendFailure failure -> {
        log(failure);
        yield FailureCodec.toWire(failure);
      }
      case MalformedMessage notUnderstood -> {
        LOG.error("a frontend sent what this backend does not understand", surprise);
        yield Status.INVALID_ARGUMENT.asRuntimeException();
      }
      default -> {
        LOG.error("a call failed in a way nobody foresaw", surprise);
        yield FailureCodec.toWire(
            new BackendFailure(
                BackendFailure.Kind.PERMANENT, "an internal error, see the log: " + trace, null));
      }
    };
  }

  private static void log(BackendFailure failure) {
    boolean permanent = failure.kind() == BackendFailure.Kind.PERMANENT;
    boolean late = failure.kind() == BackendFailure.Kind.TIMED_OUT;
    if (late || (!permanent && failure.getCause() == null)) {
      // load, not a fault: hundreds in a second must not bury what is one
      LOG.warn("{}", failure.getMessage());
    } else {
      LOG.error("{}", failure.getMessage(), failure);
    }
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
