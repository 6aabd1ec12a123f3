package org.bora.simulation.link;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthGrpc;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bora.api.wire.Methods;

/** A call as its frontend sees it: one question, sent when it is complete. */
final class SimulatedCall<Q, R> extends ClientCall<Q, R> {
  private final SimulatedChannel channel;
  private final MethodDescriptor<Q, R> method;
  private final CallOptions options;
  private final Queue<byte[]> heard = new ArrayDeque<>();
  private Errand.Sent sent = ServedLink.sent();
  private OptionalLong timeoutNanos = OptionalLong.empty();
  private Listener<R> listener = new Listener<>() {};
  private Metadata headers = new Metadata();
  private byte[] question = {};
  private int wanted;
  private Told end;
  private boolean closed;
  private Link link;
  private Future<?> late;

  /**
   * The answer of a backend.
   *
   * @param messages empty if the call failed
   */
  record Told(List<byte[]> messages, Status status, Metadata trailers) {}

  SimulatedCall(SimulatedChannel channel, MethodDescriptor<Q, R> method, CallOptions options) {
    this.channel = channel;
    this.method = method;
    this.options = options;
  }

  String method() {
    return method.getFullMethodName();
  }

  /** Whether it is a periodic query of the frontend itself, about health or bans. */
  boolean isOfTheFrontend() {
    return HealthGrpc.SERVICE_NAME.equals(method.getServiceName())
        || method.getFullMethodName().equals(Methods.BANS.getFullMethodName());
  }

  Errand.Sent sent() {
    return sent;
  }

  InputStream question() {
    return new ByteArrayInputStream(question);
  }

  Metadata headers(Supplier<Metadata> empty) {
    Metadata copy = empty.get();
    copy.merge(headers);
    return copy;
  }

  /**
   * The time left until the frontend's deadline when the call was sent. The backend counts it from
   * the call's arrival. Empty if there is no deadline.
   */
  OptionalLong timeoutNanos() {
    return timeoutNanos;
  }

  private OptionalLong leftNanos() {
    Deadline deadline = options.getDeadline();
    return deadline == null
        ? OptionalLong.empty()
        : OptionalLong.of(deadline.timeRemaining(TimeUnit.NANOSECONDS));
  }

  @Override
  public void start(Listener<R> by, Metadata with) {
    listener = by;
    headers = with;
  }

  @Override
  public void sendMessage(Q message) {
    question = Messages.bytes(method.streamRequest(message));
  }

  @Override
  public void halfClose() {
    OptionalLong left = leftNanos();
    if (left.isPresent()) {
      late = channel.timer().schedule(this::isLate, left.getAsLong(), TimeUnit.NANOSECONDS);
    }
    channel.send(this);
  }

  private void isLate() {
    ends(Status.DEADLINE_EXCEEDED.withDescription("the deadline has passed"));
  }

  /** The channel has a connection for the call. */
  void over(Link connection) {
    if (!closed) {
      link = connection;
      link.send(this);
    }
  }

  /** Reports, as Netty's transport does, that the headers were written. */
  void leaves() {
    timeoutNanos = leftNanos();
    sent = sent.leaves();
    for (ClientStreamTracer.Factory factory : options.getStreamTracerFactories()) {
      factory
          .newClientStreamTracer(
              ClientStreamTracer.StreamInfo.newBuilder().setCallOptions(options).build(), headers)
          .outboundHeaders();
    }
  }

  void hears(Told told) {
    if (!closed && end == null) {
      end = told;
      heard.addAll(told.messages());
      deliver();
    }
  }

  void fails(Status status) {
    hears(new Told(List.of(), status, new Metadata()));
  }

  @Override
  public void request(int messages) {
    wanted += messages;
    deliver();
  }

  private void deliver() {
    while (!closed && wanted > 0 && !heard.isEmpty()) {
      wanted--;
      byte[] next = heard.remove();
      tell(() -> listener.onMessage(method.parseResponse(new ByteArrayInputStream(next))));
    }
    if (!closed && end != null && heard.isEmpty()) {
      close(end.status(), end.trailers());
    }
  }

  private void close(Status status, Metadata trailers) {
    closed = true;
    if (late != null) {
      late.cancel(false);
    }
    tell(() -> listener.onClose(status, trailers));
  }

  private void tell(Runnable news) {
    Executor executor = options.getExecutor();
    if (executor == null) {
      news.run();
    } else {
      executor.execute(news);
    }
  }

  /** The frontend itself ends the call. */
  private void ends(Status status) {
    if (!closed) {
      channel.forget(this);
      if (link != null) {
        link.leaves(this);
      }
      close(status, new Metadata());
    }
  }

  @Override
  public void cancel(String message, Throwable cause) {
    ends(Status.CANCELLED.withDescription(message).withCause(cause));
  }
}
