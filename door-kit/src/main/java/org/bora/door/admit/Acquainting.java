package org.bora.door.admit;

import java.util.Objects;
import java.util.function.Consumer;
import org.bora.api.Backend;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.api.word.SrmStatus;

/**
 * A backend that learns from its answers who the users of the site are: callers whose calls
 * succeed.
 *
 * @param backend receives the calls
 * @param served receives the certificate subject of each such call
 */
public record Acquainting(Backend backend, Consumer<String> served) implements Backend {

  public Acquainting {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(served, "served");
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    R reply = backend.call(operation, call, question);
    heard(call, reply.status().code());
    return reply;
  }

  @Override
  public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
    LsStream stream = backend.open(operation, call, question);
    heard(call, stream.status().code());
    return stream;
  }

  private void heard(Call call, SrmStatus status) {
    if (status.isAsAsked()) {
      served.accept(call.caller().dn());
    }
  }
}
