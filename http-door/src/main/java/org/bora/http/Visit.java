package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * One request and its answer. All of it is used by the thread that serves the request.
 *
 * @param name that it is about
 * @param ground engine and areas
 * @param tell is told the status before the answer leaves, and may forbid it
 */
record Visit(Request request, Response response, Name name, Upload.Ground ground, Telling tell) {

  /** Hears of an answer that is about to leave. */
  @FunctionalInterface
  interface Telling {
    void answering(int status);
  }

  Visit {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(response, "response");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(ground, "ground");
    Objects.requireNonNull(tell, "tell");
  }

  Engine engine() {
    return ground.engine();
  }

  HttpFields headers() {
    return request.getHeaders();
  }

  void header(String header, String value) {
    response.getHeaders().put(header, value);
  }

  /** From here on the client gets this status, and then the body. */
  void begin(int status) {
    tell.answering(status);
    response.setStatus(status);
  }

  /** Answers without a body. */
  void answer(int status) {
    begin(status);
    header(HttpHeader.CONTENT_LENGTH.asString(), "0");
  }

  /** Answers with a text; a HEAD gets only what is said about it. */
  void answer(int status, String type, String text) throws IOException {
    begin(status);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    header(HttpHeader.CONTENT_TYPE.asString(), type);
    header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(bytes.length));
    if (!isHead()) {
      write(ByteBuffer.wrap(bytes));
    }
  }

  boolean isHead() {
    return request.getMethod().equals("HEAD");
  }

  /** Sends a part of the body; waits until it is on its way. */
  void write(ByteBuffer bytes) throws IOException {
    try {
      ground.caller().check();
    } catch (Refused banned) {
      throw new IOException(banned.getMessage()); // the answer has begun: it can only be cut off
    }
    Content.Sink.write(response, false, bytes);
  }

  boolean isBegun() {
    return response.isCommitted();
  }
}
