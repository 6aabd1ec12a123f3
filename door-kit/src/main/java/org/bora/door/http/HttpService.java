package org.bora.door.http;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.bora.door.admit.Admission;
import org.eclipse.jetty.server.Request;

/**
 * A protocol on top of HTTP: WebDAV, Tape REST, S3. {@link ServiceHandler} identifies the caller,
 * admits each request and writes it to the audit log; a service only carries it out. Thread safe.
 */
public interface HttpService {

  /** Whether this service answers the request; the services of a port are asked in their order. */
  boolean isFor(Request request);

  /**
   * What the request is called in the log, in the audit log and in figures: one of a few names,
   * whatever clients send.
   */
  String name(Request request);

  /** Where the request takes its place, before anything is done for it. */
  Admission room(Request request);

  /** Whether the body is a file, which may take its time; any other body must come soon. */
  boolean storesBody(Request request);

  /**
   * Serves an admitted request, on its own thread, which may block.
   *
   * @throws Refused if it is not served; the client gets the reason
   * @throws IOException if the client cannot be reached any more
   */
  void serve(Exchange exchange) throws Refused, IOException;

  /**
   * The objects of a request, for the audit line of a refusal: SURLs, or the client's text if it
   * cannot be a SURL. Never a query, which may contain a signature or a token. Called only for
   * refusals.
   */
  default List<String> objects(Request request) {
    return List.of();
  }

  /**
   * The body of a refusal in the format of this protocol; one line of text unless it has its own.
   */
  default Body refusal(Request request, Refused refusal, String trace) {
    return new Body("text/plain;charset=utf-8", refusal.getMessage() + "\n");
  }

  /** A whole body, sent as UTF-8. */
  record Body(String type, String text) {
    public Body {
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(text, "text");
    }
  }
}
