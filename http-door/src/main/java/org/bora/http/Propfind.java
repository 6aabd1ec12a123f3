package org.bora.http;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;

/** PROPFIND (RFC 4918 section 9.1) of a name, and of the children of a directory. */
final class Propfind {
  private static final int MULTI_STATUS = 207;

  /** What may be asked fits in much less. */
  private static final int MOST_BODY_BYTES = 64 * 1024;

  /** Each of them is answered for each entry of a directory. */
  private static final int MOST_NAMES = 128;

  private static final XMLInputFactory INPUT = input();
  private static final XMLOutputFactory OUTPUT = XMLOutputFactory.newDefaultFactory();

  private Propfind() {}

  private static XMLInputFactory input() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /**
   * What is asked for.
   *
   * @param names of properties; empty for all that everybody wants
   * @param namesOnly whether values are not wanted
   */
  private record Asked(List<QName> names, boolean namesOnly) {}

  static void serve(DavVisit visit) throws Refused, IOException {
    boolean children = depth(visit);
    Asked asked = asked(visit);
    try (EntryPages entries = EntryPages.of(visit.engine(), visit.name(), children)) {
      Map<QName, String> quotas = Quota.of(visit, asked.names());
      visit.header(HttpHeader.CONTENT_TYPE.asString(), "application/xml;charset=utf-8");
      visit.begin(MULTI_STATUS);
      Writer out =
          new BufferedWriter(
              new OutputStreamWriter(
                  Content.Sink.asOutputStream(new Unfinished(visit.response())),
                  StandardCharsets.UTF_8),
              16_384);
      XMLStreamWriter xml = OUTPUT.createXMLStreamWriter(out);
      write(xml, entries, asked, quotas);
      out.flush();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void write(
      XMLStreamWriter xml, EntryPages entries, Asked asked, Map<QName, String> quotas)
      throws XMLStreamException, Refused {
    xml.writeStartDocument("utf-8", "1.0");
    xml.writeStartElement(Properties.DAV_PREFIX, "multistatus", Properties.DAV);
    Properties.declare(xml);
    for (Optional<EntryPages.Entry> next = entries.next();
        next.isPresent();
        next = entries.next()) {
      Properties.write(xml, next.get(), asked.names(), asked.namesOnly(), quotas);
    }
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.flush();
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

  private static Asked asked(DavVisit visit) throws Refused, IOException {
    try (InputStream body = Content.Source.asInputStream(visit.request())) {
      byte[] bytes = body.readNBytes(MOST_BODY_BYTES + 1);
      if (bytes.length > MOST_BODY_BYTES) {
        throw new Refused(
            HttpStatus.PAYLOAD_TOO_LARGE_413, "at most " + MOST_BODY_BYTES + " bytes of PROPFIND");
      }
      return bytes.length == 0
          ? new Asked(List.of(), false)
          : parse(new java.io.ByteArrayInputStream(bytes));
    }
  }

  private static Asked parse(InputStream body) throws Refused {
    try {
      XMLStreamReader xml = INPUT.createXMLStreamReader(body);
      List<QName> names = new ArrayList<>();
      boolean namesOnly = false;
      boolean root = false;
      boolean inProp = false;
      int depth = 0;
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          depth++;
          QName name = xml.getName();
          if (depth == 1) {
            root = name.equals(new QName(Properties.DAV, "propfind"));
          } else if (depth == 2) {
            inProp = name.equals(new QName(Properties.DAV, "prop"));
            namesOnly |= name.equals(new QName(Properties.DAV, "propname"));
          } else if (depth == 3 && inProp) {
            names.add(name);
            if (names.size() > MOST_NAMES) {
              throw new Refused(
                  HttpStatus.PAYLOAD_TOO_LARGE_413, "at most " + MOST_NAMES + " properties");
            }
          }
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          depth--;
        }
      }
      if (!root) {
        throw new Refused(HttpStatus.BAD_REQUEST_400, "the body is no propfind");
      }
      return new Asked(List.copyOf(names), namesOnly);
    } catch (XMLStreamException e) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "the body is not well-formed XML");
    }
  }

  /** Jetty ends the answer when it is complete, not when a writer of its body is. */
  private record Unfinished(Content.Sink sink) implements Content.Sink {
    @Override
    public void write(
        boolean last, java.nio.ByteBuffer bytes, org.eclipse.jetty.util.Callback callback) {
      sink.write(false, bytes, callback);
    }
  }
}
