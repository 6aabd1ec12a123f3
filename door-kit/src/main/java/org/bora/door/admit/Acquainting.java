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
 * A backend whose answers tell who the site's users are: only theirs go as asked, or are taken on.
 *
 * @param backend is asked
 * @param served hears the certificate subject of such a call
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
