package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Sends replies. One that fits the buffer leaves in one write with its length: gfal2 waits 40 ms
 * for the second of two writes. A longer one leaves in chunks.
 */
final class Outgoing {
  /** Replies of some fifty files fit. */
  private static final int BUFFER_BYTES = 64 * 1024;

  private Outgoing() {}

  /** Writes a document, the end of which may stay in the output's buffer. */
  @FunctionalInterface
  interface Document {
    void write(XmlOutput out) throws IOException;
  }

  static void send(HttpServletResponse response, Document document) throws IOException {
    response.setContentType("text/xml;charset=utf-8");
    XmlOutput out = new XmlOutput(response.getOutputStream(), BUFFER_BYTES);
    document.write(out);
    if (out.isWhole()) {
      response.setContentLength(out.buffered());
    }
    out.flush();
  }
}
