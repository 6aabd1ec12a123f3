package org.bora.backend.operation.bringonline;

import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.word.SrmStatus;
import org.bora.backend.pin.PinParts;
import org.bora.backend.pin.PinReplies;
import org.bora.backend.pin.PinStatus;
import org.bora.backend.request.RequestKind;
import org.bora.backend.turl.Turls;

/** Wires the two operations of bringOnline. Thread safe. */
public final class BringOnlineOperations {

  private BringOnlineOperations() {}

  public static Functions of(PinParts parts, Turls turls) {
    BringOnline bringOnline =
        new BringOnline(
            parts.terms(),
            parts.pinning(),
            parts.named(),
            new PinReplies(SrmStatus.SUCCESS),
            turls);
    PinStatus status = parts.status(RequestKind.BRING_ONLINE, SrmStatus.SUCCESS);
    return Functions.of(Catalogue.BRING_ONLINE, bringOnline::bringOnline)
        .and(Catalogue.STATUS_OF_BRING_ONLINE, status::status);
  }
}
