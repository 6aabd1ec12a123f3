package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.word.Call;

/** Sends one message under the call's deadline and waits for its answer. */
final class CallSender {

  /** Keeps far deadlines within what gRPC can count. */
  private static final Duration FARTHEST = Duration.ofDays(1);

  private final BackendPool pool;
  private final Clock clock;

  CallSender(BackendPool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  /** For calls that begin something: at most one backend gets to see it. */
  <Q, P, R> R once(MethodDescriptor<Q, P> method, Call call, Q message, Function<P, R> decode) {
    try {
      return decoded(decode, send(pool.next(), method, call, message));
    } catch (StatusRuntimeException failure) {
      throw FailureCodec.fromWire(failure);
    }
  }

  /**
   * For calls whose repetition changes nothing: one that a backend was not there to answer is asked
   * once more, of another one if there is one.
   */
  <Q, P, R> R repeatable(
      MethodDescriptor<Q, P> method, Call call, Q message, Function<P, R> decode) {
    ManagedChannel first = pool.next();
    try {
      return decoded(decode, send(first, method, call, message));
    } catch (StatusRuntimeException failure) {
      if (!wasNotThere(failure.getStatus().getCode())) {
        throw FailureCodec.fromWire(failure);
      }
    }
    try {
      return decoded(decode, send(pool.nextAfter(first), method, call, message));
    } catch (StatusRuntimeException failure) {
      throw FailureCodec.fromWire(failure);
    }
  }

  /**
   * Whether a backend went away, before the call or with it: one that closes cancels the calls that
   * have just come. Nobody on this side cancels one, except by interrupting its thread.
   */
  private static boolean wasNotThere(Status.Code code) {
    return code == Status.Code.UNAVAILABLE
        || (code == Status.Code.CANCELLED && !Thread.currentThread().isInterrupted());
  }

  private <Q, P> P send(Channel channel, MethodDescriptor<Q, P> method, Call call, Q message) {
    Duration left = Duration.between(clock.instant(), call.deadline());
    if (!left.isPositive()) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the time for this call has passed", null);
    }
    long nanos = (left.compareTo(FARTHEST) > 0 ? FARTHEST : left).toNanos();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS);
    return ClientCalls.blockingUnaryCall(channel, method, options, message);
  }

  private static <P, R> R decoded(Function<P, R> decode, P answer) {
    try {
      return decode.apply(answer);
    } catch (MalformedMessage notUnderstood) {
      throw new BackendFailure(
          BackendFailure.Kind.PERMANENT,
          "frontend and backend do not understand each other; are their versions the same?",
          notUnderstood);
    }
  }
}
