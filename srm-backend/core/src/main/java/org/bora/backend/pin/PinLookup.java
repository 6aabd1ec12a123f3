package org.bora.backend.pin;

import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.Ownership;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;

/** Finds the get or bringOnline request behind a token, for its owner. */
public final class PinLookup {
  private final Transactions transactions;
  private final PinTable pins = new PinTable();

  public PinLookup(Transactions transactions) {
    this.transactions = transactions;
  }

  /** The request, or why the caller has no access to it. */
  public sealed interface Found {
    record Yes(PinnedFiles request) implements Found {}

    record No(ReturnStatus status) implements Found {}
  }

  /** The request, which must be of this kind. */
  public Found find(Caller caller, String token, RequestKind kind) {
    return find(token, request -> Ownership.refusal(request.head(), caller, kind));
  }

  /** The request, of whatever kind it is: one of a put has no pins. */
  public Found find(Caller caller, String token) {
    return find(token, request -> Ownership.refusal(request.head(), caller));
  }

  private interface Check {
    Optional<ReturnStatus> refusal(PinnedFiles request);
  }

  private Found find(String token, Check check) {
    Optional<PinnedFiles> request =
        RequestToken.parse(token).flatMap(id -> transactions.read(sql -> pins.find(sql, id)));
    if (request.isEmpty()) {
      return new Found.No(Ownership.unknown());
    }
    return check
        .refusal(request.get())
        .<Found>map(Found.No::new)
        .orElseGet(() -> new Found.Yes(request.get()));
  }
}
