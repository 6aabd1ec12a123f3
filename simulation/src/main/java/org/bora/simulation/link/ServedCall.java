package org.bora.simulation.link;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;

/** A call as its backend sees it. The answer leaves as a whole. */
final class ServedCall<Q, R> extends ServerCall<Q, R> {
  private final MethodDescriptor<Q, R> method;
  private final Context.CancellableContext context;
  private final Link link;
  private final SimulatedCall<?, ?> asked;
  private final List<byte[]> messages = new ArrayList<>();
  private Listener<Q> listener = new Listener<>() {};
  private boolean left;
  private boolean closed;

  ServedCall(
      MethodDescriptor<Q, R> method,
      Context.CancellableContext context,
      Link link,
      SimulatedCall<?, ?> asked) {
    this.method = method;
    this.context = context;
    this.link = link;
    this.asked = asked;
  }

  void follows(Listener<Q> by) {
    listener = by;
  }

  /** On a thread of the backend: the frontend has stopped waiting for the call. */
  void isLeft() {
    if (!closed && !left) {
      left = true;
      link.ends(asked);
      context.cancel(null);
      listener.onCancel();
    }
  }

  @Override
  public void request(int messages) {
    // there is only one message, and it is handed over at once
  }

  @Override
  public void sendHeaders(Metadata headers) {
    // headers carry nothing that is used
  }

  @Override
  public void sendMessage(R message) {
    messages.add(Messages.bytes(method.streamResponse(message)));
  }

  @Override
  public boolean isReady() {
    return !closed;
  }

  @Override
  public void close(Status status, Metadata trailers) {
    if (!closed) {
      closed = true;
      if (left) {
        return; // gRPC then sends nothing, and reports nothing more
      }
      link.answer(asked, new SimulatedCall.Told(messages, withoutCause(status), trailers));
      context.cancel(null);
      listener.onComplete();
    }
  }

  private static Status withoutCause(Status status) {
    return Status.fromCode(status.getCode()).withDescription(status.getDescription());
  }

  @Override
  public boolean isCancelled() {
    return left || (context.isCancelled() && !closed);
  }

  @Override
  public MethodDescriptor<Q, R> getMethodDescriptor() {
    return method;
  }
}
