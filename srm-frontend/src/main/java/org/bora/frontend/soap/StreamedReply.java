package org.bora.frontend.soap;

import java.util.Objects;
import java.util.function.Function;
import org.bora.api.directory.LsStream;
import org.bora.api.word.ReturnStatus;

/**
 * A reply that is written while it is still being read from the backend.
 *
 * @param operation that is answered
 * @param listing closed when it is written
 * @param refusal the reply in its place where it cannot be had and nothing has been sent
 */
record StreamedReply(String operation, LsStream listing, Function<ReturnStatus, LsStream> refusal) {
  StreamedReply {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(listing, "listing");
    Objects.requireNonNull(refusal, "refusal");
  }
}
