package org.bora.backend.operation.request;

import java.util.List;
import java.util.Optional;
import org.bora.api.request.KnownRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.RequestLimits;
import org.bora.backend.request.RequestTable;

/**
 * srmGetRequestTokens (GFD.129 section 5.14): the newest requests of the caller, up to a configured
 * number, in one statement. Requests that the caller may use only through a role are not listed,
 * because descriptions belong to users.
 */
public final class GetRequestTokens {
  private final RequestLimits limits;
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();

  GetRequestTokens(RequestLimits limits, Transactions transactions) {
    this.limits = limits;
    this.transactions = transactions;
  }

  /** As {@link org.bora.api.Catalogue#GET_REQUEST_TOKENS}. */
  public KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    List<KnownRequest> newest =
        transactions.read(
            sql -> requests.ofOwner(sql, call.caller().dn(), description, limits.tokens()));
    return newest.isEmpty()
        ? new KnownRequestsReply(
            ReturnStatus.of(SrmStatus.INVALID_REQUEST, "you have no such request"), List.of())
        : new KnownRequestsReply(ReturnStatus.success(), newest.reversed());
  }
}
