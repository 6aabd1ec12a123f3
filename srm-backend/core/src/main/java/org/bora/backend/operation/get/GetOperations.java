package org.bora.backend.operation.get;

import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.word.SrmStatus;
import org.bora.backend.pin.PinParts;
import org.bora.backend.pin.PinReplies;
import org.bora.backend.pin.PinStatus;
import org.bora.backend.request.RequestKind;
import org.bora.backend.turl.Turls;

/** Wires the operations of reading. Thread safe. */
public final class GetOperations {

  private GetOperations() {}

  public static Functions of(PinParts parts, Turls turls) {
    PrepareToGet prepareToGet =
        new PrepareToGet(
            parts.terms(), parts.pinning(), new PinReplies(SrmStatus.FILE_PINNED), turls);
    PinStatus status = parts.status(RequestKind.GET, SrmStatus.FILE_PINNED);
    OpenFiles files = new OpenFiles(parts.entrance(), parts.tokens());
    return Functions.of(Catalogue.PREPARE_TO_GET, prepareToGet::prepareToGet)
        .and(Catalogue.OPEN, files::open)
        .and(Catalogue.STATUS_OF_GET, status::status);
  }
}
