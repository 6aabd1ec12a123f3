package org.bora.http;

import java.util.Objects;
import org.bora.door.admit.Admission;
import org.eclipse.jetty.server.Request;

/**
 * Where requests are let in. Those whose bytes pass at the pace of the client, or that move bytes
 * here, have places of their own: slow ones would keep calls waiting, those of SRM among them.
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
