package org.bora.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/** PROPFIND (RFC 4918 section 9.1) of a name, and of the children of a directory. */
final class Propfind {
  private Propfind() {}

  /**
   * The properties that the client asks for.
   *
   * @param names of properties; empty: the usual ones
   * @param namesOnly whether only the names are wanted
   */
  private record Asked(List<QName> names, boolean namesOnly) {
    /** Most clients ask only for reserved names, which no client can set. */
    boolean mayBeDead() {
      return names.isEmpty() || !names.stream().allMatch(Properties::isReserved);
    }
  }

  static void serve(DavVisit visit) throws Refused, IOException {
    boolean children = depth(visit);
    byte[] body = XmlBody.of(visit);
    Asked asked = body.length == 0 ? new Asked(List.of(), false) : parse(body);
    try (Entries entries =
        asked.mayBeDead()
            ? NotedPages.of(visit.engine(), visit.name(), children)
            : EntryPages.of(visit.engine(), visit.name(), children)) {
      Map<QName, String> quotas = Quota.of(visit, asked.names());
      MultiStatus.send(
          visit,
          xml -> {
            for (Optional<EntryPages.Entry> next = entries.next();
                next.isPresent();
                next = entries.next()) {
              Properties.write(xml, next.get(), asked.names(), asked.namesOnly(), quotas);
            }
          });
    }
  }

  /** Whether the children are wanted too. */
  private static boolean depth(DavVisit visit) throws Refused {
    String depth = visit.headers().get("Depth");
    if (depth == null || depth.strip().equalsIgnoreCase("infinity")) {
      throw new Refused(
          HttpStatus.FORBIDDEN_403, "trees are not listed at once: ask with Depth 0 or 1");
    }
    return switch (depth.strip()) {
      case "0" -> false;
      case "1" -> true;
      default -> throw new Refused(HttpStatus.BAD_REQUEST_400, "Depth is 0 or 1");
    };
  }

  private static Asked parse(byte[] body) throws Refused {
    try {
      XMLStreamReader xml = XmlBody.reader(new ByteArrayInputStream(body));
      xml.nextTag();
      if (!XmlBody.isDav(xml, "propfind")) {
        throw new Refused(HttpStatus.BAD_REQUEST_400, "the body is no propfind");
      }
      List<QName> names = new ArrayList<>();
      boolean namesOnly = false;
      while (XmlBody.child(xml)) {
        namesOnly |= XmlBody.isDav(xml, "propname");
        if (XmlBody.isDav(xml, "prop")) {
          names(xml, names);
        } else {
          XmlBody.skip(xml);
        }
      }
      XmlBody.end(xml);
      return new Asked(List.copyOf(names), namesOnly);
    } catch (XMLStreamException e) {
      throw XmlBody.malformed();
    }
  }

  private static void names(XMLStreamReader xml, List<QName> names)
      throws XMLStreamException, Refused {
    while (XmlBody.child(xml)) {
      names.add(xml.getName());
      if (names.size() > XmlBody.MOST_NAMES) {
        throw XmlBody.tooManyNames();
      }
      XmlBody.skip(xml);
    }
  }
}
