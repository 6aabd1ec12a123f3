package org.bora.backend.operation.request;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.Ownership;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;

/** Finds a request of any kind by its token, for callers who may use it, in one statement. */
final class RequestLookup {
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();

  RequestLookup(Transactions transactions) {
    this.transactions = transactions;
  }

  /** The request, or why the caller has no access to it. */
  sealed interface Found {
    record Yes(RequestHead head) implements Found {}

    record No(ReturnStatus status) implements Found {}
  }

  Found find(Caller caller, String token) {
    Optional<RequestHead> head =
        RequestToken.parse(token)
            .flatMap(
                id ->
                    transactions.read(sql -> requests.heads(sql, List.of(id))).stream()
                        .findFirst());
    if (head.isEmpty()) {
      return new Found.No(Ownership.unknown());
    }
    return Ownership.refusal(head.get(), caller)
        .<Found>map(Found.No::new)
        .orElseGet(() -> new Found.Yes(head.get()));
  }
}
