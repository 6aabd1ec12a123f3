package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The WSDL for GET. It is generated at the first request and kept for later ones. Thread safe. */
final class Wsdl {

  /** The document and its entity tag (RFC 9110 section 8.8.3). */
  static final class Document {
    private final byte[] bytes;
    private final String tag;

    Document(byte[] bytes) {
      this.bytes = bytes;
      this.tag = tagOf(bytes);
    }

    String tag() {
      return tag;
    }
  }

  private final Supplier<byte[]> source;
  private final ReentrantLock building = new ReentrantLock();
  private volatile Document written;

  /**
   * @param source writes the document; asked once
   */
  Wsdl(Supplier<byte[]> source) {
    this.source = source;
  }

  /** Answers GET and HEAD; a client that has the document already gets 304. */
  void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Document document = document();
    response.setHeader("ETag", document.tag);
    String known = request.getHeader("If-None-Match");
    if (known != null && known.contains(document.tag)) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType("text/xml;charset=utf-8");
    response.setContentLength(document.bytes.length);
    response.getOutputStream().write(document.bytes);
  }

  Document document() {
    if (written == null) {
      building.lock();
      try {
        if (written == null) {
          written = new Document(source.get());
        }
      } finally {
        building.unlock();
      }
    }
    return written;
  }

  private static String tagOf(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + HexFormat.of().formatHex(digest, 0, 8) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
