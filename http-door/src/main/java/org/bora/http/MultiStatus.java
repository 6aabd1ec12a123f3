package org.bora.http;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;

/** An answer with a status for each of several things (RFC 4918 section 13), sent as it is made. */
final class MultiStatus {
  private static final int STATUS = 207;
  private static final XMLOutputFactory OUTPUT = XMLOutputFactory.newDefaultFactory();

  private MultiStatus() {}

  /** Writes the individual responses. */
  @FunctionalInterface
  interface Responses {
    /** Into the element that holds them, in which the usual prefixes are declared. */
    void write(XMLStreamWriter xml) throws XMLStreamException, Refused;
  }

  static void send(DavVisit visit, Responses responses) throws Refused, IOException {
    visit.header(HttpHeader.CONTENT_TYPE.asString(), "application/xml;charset=utf-8");
    visit.begin(STATUS);
    Writer out =
        new BufferedWriter(
            new OutputStreamWriter(
                Content.Sink.asOutputStream(
                    new ServedSink(visit.exchange().caller(), visit.response())),
                StandardCharsets.UTF_8),
            16_384);
    try {
      XMLStreamWriter xml = OUTPUT.createXMLStreamWriter(out);
      xml.writeStartDocument("utf-8", "1.0");
      xml.writeStartElement(Properties.DAV_PREFIX, "multistatus", Properties.DAV);
      Properties.declare(xml);
      responses.write(xml);
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
    out.flush();
  }

  /** An element of WebDAV that holds a text. */
  static void text(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
    xml.writeStartElement(Properties.DAV, name);
    xml.writeCharacters(value);
    xml.writeEndElement();
  }
}
