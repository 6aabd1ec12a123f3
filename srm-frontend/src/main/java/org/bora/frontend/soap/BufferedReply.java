package org.bora.frontend.soap;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Keeps a reply until it is whole, so that it leaves in one write with its Content-Length: gfal2
 * waits 40 ms for the second of two writes.
 */
final class BufferedReply extends HttpServletResponseWrapper {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
  private final ServletOutputStream out =
      new ServletOutputStream() {
        @Override
        public boolean isReady() {
          return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
          throw new UnsupportedOperationException("replies are written by the thread of the call");
        }

        @Override
        public void write(int octet) {
          bytes.write(octet);
        }

        @Override
        public void write(byte[] octets, int offset, int length) {
          bytes.write(octets, offset, length);
        }
      };

  BufferedReply(HttpServletResponse response) {
    super(response);
  }

  @Override
  public ServletOutputStream getOutputStream() {
    return out;
  }

  @Override
  public void flushBuffer() {
    // nothing leaves before send
  }

  void send() throws IOException {
    getResponse().setContentLength(bytes.size());
    bytes.writeTo(getResponse().getOutputStream());
  }
}
