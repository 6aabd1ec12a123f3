package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
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

  /** Writes the refusal. */
  void refuse(ReturnStatus status, HttpServletResponse response) throws IOException {
    new StreamedReply(operation, refusal.apply(status), refusal).send(response);
  }

  /**
   * Writes the listing.
   *
   * @throws org.bora.api.BackendFailure where it breaks off; nothing has been sent unless the
   *     response is committed
   */
  void send(HttpServletResponse response) throws IOException {
    try (listing) {
      Outgoing.send(response, out -> new LsWriter(operation, out).write(listing));
    }
  }
}
