package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.bora.api.wire.FailureCodec;

/**
 * An answer in several messages. Reading one message requests the next; the first has arrived
 * before this object is made. For one thread.
 */
final class AnswerPages implements Iterator<byte[]> {
  private final Iterator<byte[]> messages;
  private final Context.CancellableContext context;
  private Optional<byte[]> first;

  private AnswerPages(Iterator<byte[]> messages, Context.CancellableContext context, byte[] first) {
    this.messages = messages;
    this.context = context;
    this.first = Optional.of(first);
  }

  /**
   * Asks, and waits for the first message.
   *
   * @throws StatusRuntimeException where it does not come
   */
  static AnswerPages open(
      Channel channel,
      MethodDescriptor<byte[], byte[]> method,
      CallOptions options,
      byte[] message) {
    Context.CancellableContext context = Context.current().withCancellation();
    Context before = context.attach();
    boolean begun = false;
    try {
      Iterator<byte[]> messages =
          ClientCalls.blockingServerStreamingCall(channel, method, options, message);
      AnswerPages pages = new AnswerPages(messages, context, messages.next());
      begun = true;
      return pages;
    } catch (NoSuchElementException nothing) {
      throw Status.INTERNAL.withDescription("an answer without messages").asRuntimeException();
    } finally {
      context.detach(before);
      if (!begun) {
        context.cancel(null);
      }
    }
  }

  /**
   * Waits for the next message, or the end.
   *
   * @throws org.bora.api.BackendFailure where neither comes
   */
  @Override
  public boolean hasNext() {
    try {
      return first.isPresent() || messages.hasNext();
    } catch (StatusRuntimeException failure) {
      throw FailureCodec.fromWire(failure);
    }
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the answer has ended");
    }
    byte[] next = first.isPresent() ? first.get() : messages.next();
    first = Optional.empty();
    return next;
  }

  /** No more is wanted. Nothing happens where all has come. */
  void leave() {
    context.cancel(null);
  }
}
