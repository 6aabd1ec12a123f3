package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bora.api.BackendFailure;
import org.bora.api.trace.Tracing;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.MalformedMessage;
import org.bora.api.wire.TraceParent;
import org.bora.api.word.Call;

/** Sends one message under the call's deadline and waits for its answer. */
final class CallSender {

  /** Keeps far deadlines within what gRPC can count. */
  private static final Duration FARTHEST = Duration.ofDays(1);

  /** More backends than that are not lost at a time without somebody noticing. */
  private static final int MOST_TRIES = 8;

  private final BackendPool pool;
  private final Clock clock;
  private final Tracing tracing;

  CallSender(BackendPool pool, Clock clock, Tracing tracing) {
    this.pool = pool;
    this.clock = clock;
    this.tracing = tracing;
  }

  /**
   * For calls that begin or end something: at most one backend gets to begin it. Another is asked
   * only where the first one cannot have: the message never left, or was turned away.
   */
  <Q, P, R> R once(MethodDescriptor<Q, P> method, Call call, Q message, Function<P, R> decode) {
    return ask(new Question<>(unary(method), call, message, decode, Optional.empty()));
  }

  /**
   * For calls whose repetition changes nothing: one that a backend was not there to answer is asked
   * of the others, or once more of the only one.
   */
  <Q, P, R> R repeatable(
      MethodDescriptor<Q, P> method, Call call, Q message, Function<P, R> decode) {
    return repeatable(method, call, message, decode, UnaryOperator.identity());
  }

  /**
   * The same for calls whose repetition is harmless where the backend knows that it is one.
   *
   * @param again the message for a backend that may not be the first one to do it
   */
  <Q, P, R> R repeatable(
      MethodDescriptor<Q, P> method,
      Call call,
      Q message,
      Function<P, R> decode,
      UnaryOperator<Q> again) {
    return ask(new Question<>(unary(method), call, message, decode, Optional.of(again)));
  }

  /**
   * For questions that are answered in several messages: repeatable until the first has come, and
   * not afterwards.
   */
  <Q, P, R> R paged(
      MethodDescriptor<Q, P> method, Call call, Q message, Function<AnswerPages<P>, R> decode) {
    Exchange<Q, AnswerPages<P>> exchange =
        (channel, options, question) -> AnswerPages.open(channel, method, options, question);
    return ask(
        new Question<>(
            exchange,
            call,
            message,
            pages -> orLeave(pages, decode),
            Optional.of(UnaryOperator.identity())));
  }

  /** Whoever cannot be told what comes tells nobody to stop sending it. */
  private static <P, R> R orLeave(AnswerPages<P> pages, Function<AnswerPages<P>, R> decode) {
    try {
      return decode.apply(pages);
    } catch (RuntimeException notUnderstood) {
      pages.leave();
      throw notUnderstood;
    }
  }

  /** How a message is sent and its answer, or the beginning of it, awaited. */
  @FunctionalInterface
  private interface Exchange<Q, P> {
    P send(Channel channel, CallOptions options, Q message);
  }

  private static <Q, P> Exchange<Q, P> unary(MethodDescriptor<Q, P> method) {
    return (channel, options, message) ->
        ClientCalls.blockingUnaryCall(channel, method, options, message);
  }

  private record Question<Q, P, R>(
      Exchange<Q, P> exchange,
      Call call,
      Q message,
      Function<P, R> decode,
      Optional<UnaryOperator<Q>> again) {

    boolean isRepeatable() {
      return again.isPresent();
    }

    Question<Q, P, R> repeated() {
      return new Question<>(exchange, call, again.orElseThrow().apply(message), decode, again);
    }
  }

  /**
   * Every backend is asked once at most, the only one twice, and again when it has been away and
   * come back: this comes to an end by {@link #MOST_TRIES}, and by the deadline. After one whose
   * storage does not answer one other is asked at most: the call goes on hanging where it is.
   */
  private <Q, P, R> R ask(Question<Q, P, R> first) {
    Question<Q, P, R> question = first;
    Map<BackendLine, Integer> tried = new HashMap<>(2);
    BackendLine line = line(first, tried).orElseThrow(CallSender::nobody);
    boolean hung = false;
    for (int tries = 1; ; tries++) {
      Delivery delivery = new Delivery();
      int arrivals = line.arrivals();
      try {
        return decoded(question.decode(), send(line, delivery, question));
      } catch (StatusRuntimeException failure) {
        tried.put(line, arrivals);
        boolean begun = mayHaveBegun(delivery, failure);
        if (hung
            || tries == MOST_TRIES
            || !wasNotThere(failure.getStatus().getCode())
            || (begun && !question.isRepeatable())) {
          throw FailureCodec.fromWire(failure);
        }
        question = begun ? question.repeated() : question;
        if (FailureCodec.isOfSilentStorage(failure)) {
          hung = true;
          line = pool.next(tried.keySet()).orElseThrow(() -> FailureCodec.fromWire(failure));
          continue;
        }
        if (pool.size() > 1 || tries > 1 || !question.isRepeatable()) {
          line = line(question, tried).orElseThrow(() -> FailureCodec.fromWire(failure));
        }
      }
    }
  }

  private Optional<BackendLine> line(Question<?, ?, ?> question, Map<BackendLine, Integer> tried) {
    return pool.next(tried.keySet()).or(() -> pool.await(tried, left(question)));
  }

  private static BackendFailure nobody() {
    return new BackendFailure(
        BackendFailure.Kind.TRANSIENT, "no storage backend serves just now, retry in 5 s", null);
  }

  /** Of the only backend nobody looks how far a message came: there is no other to ask. */
  private boolean mayHaveBegun(Delivery delivery, StatusRuntimeException failure) {
    return !FailureCodec.wasTurnedAway(failure) && (pool.size() == 1 || delivery.hasLeft());
  }

  /**
   * Whether a backend went away, before the call or with it, or says itself that it cannot serve
   * just now: one that closes cancels the calls that have just come. Nobody on this side cancels
   * one, except by interrupting its thread.
   */
  private static boolean wasNotThere(Status.Code code) {
    return code == Status.Code.UNAVAILABLE
        || (code == Status.Code.CANCELLED && !Thread.currentThread().isInterrupted());
  }

  private Duration left(Question<?, ?, ?> question) {
    Duration left = Duration.between(clock.instant(), question.call().deadline());
    return left.compareTo(FARTHEST) > 0 ? FARTHEST : left;
  }

  private <Q, P> P send(BackendLine line, Delivery delivery, Question<Q, P, ?> question) {
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
      return question.exchange().send(channel, options, question.message());
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
