package org.bora.http;

import java.net.URI;
import java.util.Optional;
import org.bora.door.http.Exchange;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.eclipse.jetty.http.HttpStatus;

/** The other name of a MOVE or COPY. */
final class Elsewhere {
  private Elsewhere() {}

  /** Where the bytes of a request come from, or go to, for people to read. */
  static String otherSide(Exchange exchange) {
    String client = exchange.calls().get().caller().host();
    if (!exchange.request().getMethod().equals("COPY")) {
      return client;
    }
    String source = exchange.headers().get("Source");
    String other = source == null ? exchange.headers().get("Destination") : source;
    try {
      return Optional.ofNullable(other)
          .map(text -> URI.create(text.strip()).getHost())
          .orElse(client);
    } catch (IllegalArgumentException noUri) {
      return client;
    }
  }

  static URI destination(DavVisit visit) throws Refused {
    String text = visit.headers().get("Destination");
    if (text == null) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "no Destination is given");
    }
    return uri(text, "Destination");
  }

  /**
   * @param header that has it
   */
  static URI uri(String text, String header) throws Refused {
    try {
      return URI.create(text.strip());
    } catch (IllegalArgumentException e) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "the " + header + " is not a URI");
    }
  }

  static boolean isOurs(DavVisit visit, URI uri) {
    return visit.names().isHere(uri, visit.request().getHttpURI());
  }

  static void requireApart(Name from, Name to) throws Refused {
    if (to.isWithin(from) || from.isWithin(to)) {
      throw new Refused(HttpStatus.FORBIDDEN_403, "source and destination lie within each other");
    }
  }

  static void requireOverwrite(DavVisit visit, boolean there) throws Refused {
    if (there && forbidsOverwrite(visit)) {
      throw new Refused(HttpStatus.PRECONDITION_FAILED_412, "the destination exists");
    }
  }

  static boolean forbidsOverwrite(DavVisit visit) {
    String overwrite = visit.headers().get("Overwrite");
    return overwrite != null && overwrite.strip().equalsIgnoreCase("F");
  }
}
