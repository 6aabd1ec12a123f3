package org.bora.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes one call in the order of the contract's fields, which some servers insist on. Every value
 * is escaped; absent ones are left out.
 */
final class RequestWriter {

  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SRM = "http://srm.lbl.gov/StorageResourceManager";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final XMLStreamWriter xml;

  /** Begins a call of that operation. */
  RequestWriter(String operation) {
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(bytes, "UTF-8");
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("soap", "Envelope", SOAP);
      xml.writeNamespace("soap", SOAP);
      xml.writeNamespace("srm", SRM);
      xml.writeStartElement("soap", "Body", SOAP);
      xml.writeStartElement("srm", operation, SRM);
      xml.writeStartElement(operation + "Request");
    } catch (XMLStreamException e) {
      throw impossible(e);
    }
  }

  RequestWriter field(String name, String value) {
    try {
      xml.writeStartElement(name);
      xml.writeCharacters(value);
      xml.writeEndElement();
      return this;
    } catch (XMLStreamException e) {
      throw impossible(e);
    }
  }

  RequestWriter field(String name, OptionalLong value) {
    value.ifPresent(number -> field(name, Long.toString(number)));
    return this;
  }

  RequestWriter open(String name) {
    try {
      xml.writeStartElement(name);
      return this;
    } catch (XMLStreamException e) {
      throw impossible(e);
    }
  }

  RequestWriter close() {
    try {
      xml.writeEndElement();
      return this;
    } catch (XMLStreamException e) {
      throw impossible(e);
    }
  }

  /** One SURL as an array of them. */
  RequestWriter surls(String name, String surl) {
    return open(name).field("urlArray", surl).close();
  }

  byte[] toBytes() {
    try {
      xml.writeEndDocument();
      xml.flush();
      return bytes.toByteArray();
    } catch (XMLStreamException e) {
      throw impossible(e);
    }
  }

  @Override
  public String toString() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static IllegalStateException impossible(XMLStreamException e) {
    return new IllegalStateException("writing to memory failed", e);
  }
}
