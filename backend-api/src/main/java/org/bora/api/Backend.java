package org.bora.api;

import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;

/**
 * Answers the calls of frontends and doors. The dispatch of a frontend implements it over gRPC, and
 * a backend by its {@link Functions}. Everything between them (turns, just-in-time access) is a
 * {@code Backend} in front of another one.
 *
 * <p>Every call blocks its (virtual) thread until the answer is final or {@link Call#deadline()}
 * has passed. A refusal is part of the reply, with a status and an explanation. An unexpected
 * failure (database unreachable, disk error) is a {@link BackendFailure}; nothing else is thrown.
 * Implementations are thread safe.
 */
public interface Backend {

  /**
   * Asks, and waits for the answer.
   *
   * @param operation of the {@link Catalogue}
   */
  <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question);

  /**
   * The same for an answer whose entries are to be read as they come.
   *
   * @param operation a {@linkplain Operation#isPaged paged} one
   */
  default <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
    return LsStream.of(call(operation, call, question));
  }
}
