package org.bora.backend.operation.request;

import org.bora.api.request.TokenRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.Ownership;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestTable;

/**
 * Deletes a bringOnline before its time, for doors whose clients delete requests. Its pins are
 * deleted in the same transaction, so nothing waits for its recalls any more, and it keeps no disk
 * copy. The audit log still has its history.
 */
final class ForgetRequest {
  private final RequestLookup lookup;
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();

  ForgetRequest(RequestLookup lookup, Transactions transactions) {
    this.lookup = lookup;
    this.transactions = transactions;
  }

  /** As {@link org.bora.api.Catalogue#FORGET_REQUEST}. */
  StatusReply forgetRequest(Call call, TokenRequest request) {
    return new StatusReply(
        switch (lookup.find(call.caller(), request.token())) {
          case RequestLookup.Found.No(ReturnStatus status) ->
              call.repeated() && status.equals(Ownership.unknown())
                  ? ReturnStatus.success()
                  : status;
          case RequestLookup.Found.Yes(RequestHead head) -> forget(head);
        });
  }

  private ReturnStatus forget(RequestHead head) {
    if (head.kind() != RequestKind.BRING_ONLINE) {
      return ReturnStatus.of(
          SrmStatus.INVALID_REQUEST, "only a request of srmBringOnline can be forgotten");
    }
    transactions.run(
        sql -> {
          requests.delete(sql, head.token());
          return head;
        });
    return ReturnStatus.success();
  }
}
