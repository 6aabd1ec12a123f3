package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.api.Repetition;
import org.bora.api.trace.Tracing;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.wire.TraceParent;
import org.bora.api.word.Call;

/** Sends one message under the call's deadline and waits for its answer. */
final class CallSender {

  /** Keeps far deadlines within what gRPC can count. */
  private static final Duration FARTHEST = Duration.ofDays(1);

  /** More backends than that are not lost at a time without an alarm. */
  private static final int MOST_TRIES = 8;

  private final BackendPool pool;
  private final Clock clock;
  private final Tracing tracing;

  CallSender(BackendPool pool, Clock clock, Tracing tracing) {
    this.pool = pool;
    this.clock = clock;
    this.tracing = tracing;
  }

  /** Sends a message and waits for its answer, or for the beginning of the answer. */
  @FunctionalInterface
  interface Exchange<P> {
    P send(Channel channel, CallOptions options, byte[] message);
  }

  /**
   * The question.
   *
   * @param message made for each backend separately
   */
  record Question<P, R>(
      Exchange<P> exchange,
      Call call,
      Function<Call, byte[]> message,
      Repetition repetition,
      Function<P, R> decode) {

    boolean isRepeatable() {
      return repetition != Repetition.NEVER;
    }

    /** The same for a backend that may not be the first one to do it. */
    Question<P, R> repeated() {
      return repetition == Repetition.IF_TOLD
          ? new Question<>(exchange, call.again(), message, repetition, decode)
          : this;
    }
  }

  /**
   * Each backend is tried at most once, a single one twice, and again after it has returned: {@link
   * #MOST_TRIES} and the deadline limit this. After a backend with hanging storage at most one
   * other is tried, because the call continues to hang there. An operation that may not be repeated
   * is sent to another backend only if the first one cannot have begun it: the message never left,
   * or was refused.
   */
  <P, R> R ask(Question<P, R> first) {
    Question<P, R> question = first;
    Map<BackendLine, Integer> tried = new HashMap<>(2);
    BackendLine line = line(first, tried).orElseThrow(CallSender::nobody);
    boolean hung = false;
    boolean begunBefore = false;
    for (int tries = 1; ; tries++) {
      Delivery delivery = new Delivery();
      int arrivals = line.arrivals();
      try {
        return decoded(question.decode(), send(line, delivery, question));
      } catch (StatusRuntimeException failure) {
        tried.put(line, arrivals);
        boolean begun = mayHaveBegun(delivery, failure);
        begunBefore |= begun;
        BackendFailure told =
            begunBefore ? FailureCodec.perhapsBegun(failure) : FailureCodec.fromWire(failure);
        if (hung
            || tries == MOST_TRIES
            || !wasNotThere(failure.getStatus().getCode())
            || (begun && !question.isRepeatable())) {
          throw told;
        }
        question = begun ? question.repeated() : question;
        if (FailureCodec.isOfSilentStorage(failure)) {
          hung = true;
          line = pool.next(tried.keySet()).orElseThrow(() -> told);
          continue;
        }
        if (pool.size() > 1 || tries > 1 || !question.isRepeatable()) {
          line = line(question, tried).orElseThrow(() -> told);
        }
      }
    }
  }

  private Optional<BackendLine> line(Question<?, ?> question, Map<BackendLine, Integer> tried) {
    return pool.next(tried.keySet()).or(() -> pool.await(tried, left(question)));
  }

  private static BackendFailure nobody() {
    return BackendFailure.notBegun("no storage backend serves just now, retry in 5 s");
  }

  /** With a single backend it does not matter how far a message came: there is no other to ask. */
  private boolean mayHaveBegun(Delivery delivery, StatusRuntimeException failure) {
    return !FailureCodec.wasTurnedAway(failure) && (pool.size() == 1 || delivery.hasLeft());
  }

  /**
   * Whether a backend was lost, before or during the call, or reports that it cannot serve at
   * present: a closing backend cancels the calls that have just arrived. This side cancels a call
   * only by interrupting its thread.
   */
  private static boolean wasNotThere(Status.Code code) {
    return code == Status.Code.UNAVAILABLE
        || (code == Status.Code.CANCELLED && !Thread.currentThread().isInterrupted());
  }

  private Duration left(Question<?, ?> question) {
    Duration left = Duration.between(clock.instant(), question.call().deadline());
    return left.compareTo(FARTHEST) > 0 ? FARTHEST : left;
  }

  private <P> P send(BackendLine line, Delivery delivery, Question<P, ?> question) {
    Duration left = left(question);
    if (!left.isPositive()) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the time for this call has passed", null);
    }
    long nanos = left.toNanos();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(nanos, TimeUnit.NANOSECONDS);
    if (pool.size() > 1) {
      options = options.withStreamTracerFactory(delivery);
    }
    line.begin();
    try {
      Channel channel = TraceParent.with(tracing.current(), line.channel());
      return question.exchange().send(channel, options, question.message().apply(question.call()));
    } finally {
      line.end();
    }
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
