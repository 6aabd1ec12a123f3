package org.bora.http;

import java.util.Objects;
import java.util.function.Predicate;
import org.bora.frontend.admit.Admission;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.gsi.Identity;
import org.eclipse.jetty.server.Request;

/**
 * Where requests are let in. Those whose bytes pass at the pace of the client, or that move bytes
 * here, have places of their own: slow ones would keep calls waiting, those of SRM among them.
 *
 * @param calls admits everything else
 * @param transfers admits GET, PUT, COPY and the listing of a directory
 * @param banned whether a caller is kept out now; asked while a transfer goes on
 */
public record Rooms(Admission calls, Admission transfers, Predicate<Identity> banned) {

  public Rooms {
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(transfers, "transfers");
    Objects.requireNonNull(banned, "banned");
  }

  /** Asked before anything is done for the request; closed when it is answered. */
  Verdict admit(Request request, Identity identity) {
    return (isTransfer(request) ? transfers : calls).admit(identity);
  }

  private static boolean isTransfer(Request request) {
    return switch (request.getMethod()) {
      case "GET", "PUT", "COPY" -> true;
      case "PROPFIND" -> !"0".equals(request.getHeaders().get("Depth"));
      default -> false;
    };
  }
}
