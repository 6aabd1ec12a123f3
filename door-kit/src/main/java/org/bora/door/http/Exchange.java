package org.bora.door.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.api.word.Call;
import org.bora.door.audit.CopyEnd;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * One admitted request and its answer. Only the thread that serves the request uses it.
 *
 * @param calls makes the context of a call to the backend; each call has the full time that
 *     admission allows
 * @param trace identifies the request in the log and the audit log
 * @param caller checked from time to time during a transfer
 * @param tell informed before the answer is sent; may forbid it
 */
public record Exchange(
    Request request,
    Response response,
    Supplier<Call> calls,
    String trace,
    StillServed caller,
    Telling tell) {

  /** Is informed of the answer before the client gets it. */
  public interface Telling {
    /** The status of the answer. */
    void answering(int status);

    /**
     * Refuses a part of the request; the answer to the whole request reports it, and the rest is
     * served.
     *
     * @param objects the part, in the form of {@link HttpService#objects}
     */
    void refusing(Refused refusal, List<String> objects);

    /** A copy has ended whose answer began before. */
    void copied(CopyEnd end);
  }

  public Exchange {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(response, "response");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(tell, "tell");
  }

  /** The same, where something else is to be asked while bytes pass. */
  public Exchange watched(StillServed served) {
    return new Exchange(request, response, calls, trace, served, tell);
  }

  public HttpFields headers() {
    return request.getHeaders();
  }

  /** Sets a header of the answer. */
  public void header(String header, String value) {
    response.getHeaders().put(header, value);
  }

  /** From here on the client gets this status, and then the body. */
  public void begin(int status) {
    tell.answering(status);
    response.setStatus(status);
  }

  /** Answers without a body. */
  public void answer(int status) {
    begin(status);
    header(HttpHeader.CONTENT_LENGTH.asString(), "0");
  }

  /** Answers with a text; a HEAD gets only its headers. */
  public void answer(int status, String type, String text) throws IOException {
    begin(status);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    header(HttpHeader.CONTENT_TYPE.asString(), type);
    header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(bytes.length));
    if (!isHead()) {
      write(ByteBuffer.wrap(bytes));
    }
  }

  public boolean isHead() {
    return request.getMethod().equals("HEAD");
  }

  /** Sends a part of the body; waits until it is on its way. */
  public void write(ByteBuffer bytes) throws IOException {
    try {
      caller.check();
    } catch (Refused banned) {
      throw new IOException(banned.getMessage()); // the answer has begun: it can only be cut off
    }
    Content.Sink.write(response, false, bytes);
  }

  /** Whether a part of the answer is on its way already: its status cannot change any more. */
  public boolean isBegun() {
    return response.isCommitted();
  }
}
