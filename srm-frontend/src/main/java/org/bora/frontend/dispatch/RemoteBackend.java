package org.bora.frontend.dispatch;

import io.grpc.stub.ClientCalls;
import java.time.Clock;
import org.bora.api.Backend;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.trace.Tracing;
import org.bora.api.wire.Messages;
import org.bora.api.wire.Methods;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;

/**
 * The backend as the frontend sees it: every call goes to one of the pool's backends by gRPC. If a
 * backend does not answer, operations that the catalogue allows to be repeated are sent to the
 * others. All other operations are sent again only if it is certain that nothing has begun.
 */
public final class RemoteBackend implements Backend {

  private final CallSender sender;

  /** One whose calls are not traced. */
  public RemoteBackend(BackendPool pool, Clock clock) {
    this(pool, clock, Tracing.off());
  }

  /**
   * Asks the backends of a pool.
   *
   * @param tracing which step a call is part of goes with it
   */
  public RemoteBackend(BackendPool pool, Clock clock, Tracing tracing) {
    this.sender = new CallSender(pool, clock, tracing);
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    if (operation.isPaged()) {
      // a paged operation answers with a listing
      return operation.answer().cast(pages(operation, call, question).whole());
    }
    return sender.ask(
        new CallSender.Question<>(
            (channel, options, message) ->
                ClientCalls.blockingUnaryCall(
                    channel, Methods.of(operation, call.caller(), question), options, message),
            call,
            it -> Messages.question(operation, it, question),
            operation.repetition(),
            answer -> Messages.answered(operation, answer)));
  }

  @Override
  public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
    return pages(operation, call, question);
  }

  /** Repeatable until the first page has come, and not afterwards. */
  private <Q> LsStream pages(Operation<Q, ?> operation, Call call, Q question) {
    return sender.ask(
        new CallSender.Question<>(
            (channel, options, message) ->
                AnswerPages.open(
                    channel, Methods.of(operation, call.caller(), question), options, message),
            call,
            it -> Messages.question(operation, it, question),
            operation.repetition(),
            RemoteBackend::listing));
  }

  /** If the reader cannot be informed, the sender is not stopped. */
  private static LsStream listing(AnswerPages pages) {
    try {
      return Messages.listing(pages, pages::leave);
    } catch (RuntimeException notUnderstood) {
      pages.leave();
      throw notUnderstood;
    }
  }
}
