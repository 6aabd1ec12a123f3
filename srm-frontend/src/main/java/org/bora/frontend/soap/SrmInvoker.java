package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.service.invoker.Invoker;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.gsi.Delegation;
import org.bora.frontend.reply.FailureReplies;

/** Called by CXF when the request is read; always returns a reply of the operation's own type. */
final class SrmInvoker implements Invoker {
  private final Map<String, Operation<?, ?>> operations;
  private final FailureReplies failures;

  SrmInvoker(Map<String, Operation<?, ?>> operations, FailureReplies failures) {
    this.operations = Map.copyOf(operations);
    this.failures = failures;
  }

  @Override
  public Object invoke(Exchange exchange, Object parts) {
    HttpServletRequest http =
        (HttpServletRequest) exchange.getInMessage().get(AbstractHTTPDestination.HTTP_REQUEST);
    Incoming incoming = (Incoming) http.getAttribute(Incoming.ATTRIBUTE);
    Object part = ((List<?>) parts).getFirst();
    var delegated = (DelegatedCredential) http.getAttribute(Delegation.ATTRIBUTE);
    Object reply = reply(incoming, part, Optional.ofNullable(delegated));
    if (reply instanceof StreamedReply streamed) {
      http.setAttribute(StreamedReply.ATTRIBUTE, streamed);
      // CXF has to have something to write, which is not sent
      return new MessageContentsList(streamed.nothing());
    }
    return new MessageContentsList(reply);
  }

  /** The way of every call: was it let in, is it sound, does the work succeed. */
  Object reply(Incoming incoming, Object part, Optional<DelegatedCredential> delegated) {
    Operation<?, ?> operation = operations.get(incoming.attempt().operation());
    try {
      return switch (incoming.verdict()) {
        case Verdict.Refused refused ->
            operation.refuse(failures.refused(incoming.attempt(), refused), part);
        case Verdict.Admitted admitted -> served(operation, incoming, admitted, part, delegated);
      };
    } catch (RuntimeException failure) {
      return operation.refuse(failures.failed(incoming.attempt(), failure), part);
    }
  }

  private Object served(
      Operation<?, ?> operation,
      Incoming incoming,
      Verdict.Admitted admitted,
      Object part,
      Optional<DelegatedCredential> delegated) {
    if (incoming.flaws().first().isPresent()) {
      String flaw = incoming.flaws().first().get();
      return operation.refuse(failures.mistaken(incoming.attempt(), flaw), part);
    }
    try {
      Call call = new Call(admitted.caller(), admitted.deadline(), incoming.attempt().trace());
      return operation.answer(call, part, delegated);
    } catch (MalformedRequest flaw) {
      return operation.refuse(failures.mistaken(incoming.attempt(), flaw.getMessage()), part);
    }
  }
}
