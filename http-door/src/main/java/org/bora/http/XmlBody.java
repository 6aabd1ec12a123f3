package org.bora.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;

/**
 * XML of clients, in the body of a request or in a property that they have set. It is read as a
 * stream, without a document type, so that there are no entities, and only to a limited depth.
 */
final class XmlBody extends StreamReaderDelegate {
  /** What may be asked fits in much less. */
  static final int MOST_BYTES = 64 * 1024;

  /** More names than this are not worth an answer. */
  static final int MOST_NAMES = 128;

  /** Of elements in each other. */
  static final int MOST_DEPTH = 32;

  private static final XMLInputFactory INPUT = input();

  private int depth;

  private XmlBody(XMLStreamReader xml) {
    super(xml);
  }

  private static XMLInputFactory input() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /** The body of a request; empty if there is none. */
  static byte[] of(DavVisit visit) throws Refused, IOException {
    try (InputStream body = Content.Source.asInputStream(visit.request())) {
      byte[] bytes = body.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new Refused(
            HttpStatus.PAYLOAD_TOO_LARGE_413,
            "at most " + MOST_BYTES + " bytes of " + visit.request().getMethod());
      }
      return bytes;
    }
  }

  static XMLStreamReader reader(InputStream bytes) throws XMLStreamException {
    return new XmlBody(INPUT.createXMLStreamReader(bytes));
  }

  static XMLStreamReader reader(String text) throws XMLStreamException {
    Reader characters = new StringReader(text);
    return new XmlBody(INPUT.createXMLStreamReader(characters));
  }

  static Refused malformed() {
    return new Refused(
        HttpStatus.BAD_REQUEST_400,
        "the body is not well-formed XML without a document type, at most "
            + MOST_DEPTH
            + " elements deep");
  }

  static Refused tooManyNames() {
    return new Refused(
        HttpStatus.PAYLOAD_TOO_LARGE_413, "at most " + MOST_NAMES + " properties in one request");
  }

  @Override
  public int next() throws XMLStreamException {
    int event = super.next();
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> depth++;
      case XMLStreamConstants.END_ELEMENT -> depth--;
      case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
          throw new XMLStreamException("a document type or an entity");
      default -> {}
    }
    if (depth > MOST_DEPTH) {
      throw new XMLStreamException("more than " + MOST_DEPTH + " elements in each other");
    }
    return event;
  }

  @Override
  public int nextTag() throws XMLStreamException {
    int event = next();
    while (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT) {
      event = next();
    }
    return event;
  }

  /**
   * Goes on to the next child of the element that was begun or whose last child has been read.
   *
   * @return false at the end of the element
   */
  static boolean child(XMLStreamReader xml) throws XMLStreamException {
    return xml.nextTag() == XMLStreamConstants.START_ELEMENT;
  }

  /** Goes on to the end of the element that was begun. */
  static void skip(XMLStreamReader xml) throws XMLStreamException {
    for (int open = 1; open > 0; ) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        open++;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        open--;
      }
    }
  }

  /** Reads the text after the last element. */
  static void end(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext()) {
      xml.next();
    }
  }

  /** Whether the element that was begun is that one of WebDAV. */
  static boolean isDav(XMLStreamReader xml, String name) {
    return xml.getName().equals(new QName(Properties.DAV, name));
  }

  /** The language of an element that was begun, which its children inherit. */
  static String language(XMLStreamReader xml, String inherited) {
    String own = xml.getAttributeValue(XMLConstants.XML_NS_URI, "lang");
    return own == null ? inherited : own;
  }
}
