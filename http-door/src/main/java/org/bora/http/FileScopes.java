package org.bora.http;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.door.http.Exchange;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/**
 * What the scopes of a token mean for files. {@code storage.poll} only allows Tape REST questions
 * about where files are: it is the one storage scope that does not allow listing and metadata (WLCG
 * profile 1.3, section 2.2.1). In a macaroon every activity allows them.
 */
final class FileScopes {
  private FileScopes() {}

  /** The same exchange by a caller without scopes that mean nothing for files. */
  static Exchange of(Exchange exchange) throws Refused {
    Caller caller = exchange.calls().get().caller();
    Optional<Grant> grant = of(caller.grant());
    if (grant.equals(caller.grant())) {
      return exchange;
    }
    return new Exchange(
        exchange.request(),
        exchange.response(),
        () -> with(grant, exchange.calls().get()),
        exchange.trace(),
        exchange.caller(),
        exchange.tell());
  }

  /**
   * @throws Refused 403 where nothing is left
   */
  static Optional<Grant> of(Optional<Grant> grant) throws Refused {
    if (grant.isEmpty() || grant.get().within().isPresent() || grant.get().scopes().isEmpty()) {
      return grant;
    }
    List<Scope> scopes = grant.get().scopes();
    List<Scope> left = scopes.stream().filter(scope -> scope.action() != Action.POLL).toList();
    if (left.isEmpty()) {
      throw new Refused(
          HttpStatus.FORBIDDEN_403,
          "the token has "
              + grant.get()
              + ", which only allows to ask the Tape REST API where files are");
    }
    return left.size() == scopes.size() ? grant : Optional.of(new Grant(left));
  }

  private static Call with(Optional<Grant> grant, Call call) {
    Caller caller = call.caller();
    return new Call(
        new Caller(caller.dn(), caller.issuer(), caller.fqans(), caller.host(), grant),
        call.deadline(),
        call.trace(),
        call.repeated());
  }
}
