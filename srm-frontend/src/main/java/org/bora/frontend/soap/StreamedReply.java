package org.bora.frontend.soap;

import java.util.Objects;
import java.util.function.Function;
import org.bora.api.directory.LsStream;
import org.bora.api.word.ReturnStatus;

/**
 * A reply that is written while it is read from the backend.
 *
 * @param operation the answered operation
 * @param listing closed after it was written
 * @param refusal the reply if the listing fails before anything was sent
 */
record StreamedReply(String operation, LsStream listing, Function<ReturnStatus, LsStream> refusal) {
  StreamedReply {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(listing, "listing");
    Objects.requireNonNull(refusal, "refusal");
  }
}
