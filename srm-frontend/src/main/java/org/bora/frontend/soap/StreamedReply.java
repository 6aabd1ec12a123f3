package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;
import org.bora.api.directory.LsStream;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.SrmLsResponse;
import org.bora.contract.SrmStatusOfLsRequestResponse;

/**
 * A reply that is written while it is still being read from the backend, in place of the one that
 * CXF would write. One that fits the buffer leaves in one write with its length, as all others; a
 * longer one leaves in chunks.
 *
 * @param operation that is answered
 * @param listing closed when it is written
 * @param refusal the reply in its place where it cannot be had and nothing has been sent
 */
record StreamedReply(String operation, LsStream listing, Function<ReturnStatus, LsStream> refusal) {
  static final String ATTRIBUTE = "org.bora.frontend.streamed";

  /** Listings of some fifty entries fit, so that most replies have a length. */
  private static final int BUFFER_BYTES = 64 * 1024;

  StreamedReply {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(listing, "listing");
    Objects.requireNonNull(refusal, "refusal");
  }

  /** An empty reply of the operation's type. */
  Object nothing() {
    return operation.equals("srmLs") ? new SrmLsResponse() : new SrmStatusOfLsRequestResponse();
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
      response.setContentType("text/xml;charset=utf-8");
      XmlOutput out = new XmlOutput(response.getOutputStream(), BUFFER_BYTES);
      new LsWriter(operation, out).write(listing);
      if (out.isWhole()) {
        response.setContentLength(out.buffered());
      }
      out.flush();
    }
  }
}
