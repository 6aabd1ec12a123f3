package org.bora.http;

import java.util.Objects;
import org.bora.door.admit.Admission;
import org.eclipse.jetty.server.Request;

/**
 * The limits of admission. Requests that move bytes have places of their own, because slow ones
 * would delay other calls, those of SRM among them.
 *
 * @param calls admits everything else
 * @param transfers admits GET, PUT, COPY and the listing of a directory
 */
public record Rooms(Admission calls, Admission transfers) {

  public Rooms {
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(transfers, "transfers");
  }

  /** To be asked before anything is done for the request. */
  Admission of(Request request) {
    return isTransfer(request) ? transfers : calls;
  }

  private static boolean isTransfer(Request request) {
    return switch (request.getMethod()) {
      case "GET", "PUT", "COPY" -> true;
      case "PROPFIND" -> !"0".equals(request.getHeaders().get("Depth"));
      default -> false;
    };
  }
}
