package org.bora.frontend.soap;

import java.io.IOException;
import javax.xml.stream.XMLStreamReader;

/** Names of SOAP 1.1 and of the contract. */
final class Envelope {
  static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String SOAP_ENCODING = "http://schemas.xmlsoap.org/soap/encoding/";
  static final String SRM = "http://srm.lbl.gov/StorageResourceManager";
  static final String SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

  /** The actor that everybody on the way is. */
  private static final String NEXT = "http://schemas.xmlsoap.org/soap/actor/next";

  /** Depth of the element that names the operation: Envelope is 1, Body 2. */
  static final int OPERATION_DEPTH = 3;

  /** Depth of the one part of every operation, {@code srmXRequest}. */
  static final int PART_DEPTH = 4;

  private Envelope() {}

  /** Writes what stands before the fields of a reply. */
  static void begin(String operation, XmlOutput out) throws IOException {
    out.markup(
        "<?xml version='1.0' encoding='UTF-8'?><soap:Envelope xmlns:soap=\""
            + SOAP
            + "\"><soap:Body><srm:"
            + operation
            + "Response xmlns:srm=\""
            + SRM
            + "\"><"
            + operation
            + "Response>");
  }

  /** Writes what stands after the fields of a reply. */
  static void end(String operation, XmlOutput out) throws IOException {
    out.markup(
        "</" + operation + "Response></srm:" + operation + "Response></soap:Body></soap:Envelope>");
  }

  /** Whether the open element stands for no value. */
  static boolean isNil(XMLStreamReader reader) {
    return reader.getAttributeCount() > 0
        && isTrue(reader.getAttributeValue(SCHEMA_INSTANCE, "nil"));
  }

  /** Whether the open element of the header is for us, and not to be passed over. */
  static boolean mustBeUnderstood(XMLStreamReader reader) {
    String actor = reader.getAttributeValue(SOAP, "actor");
    return (actor == null || actor.equals(NEXT))
        && isTrue(reader.getAttributeValue(SOAP, "mustUnderstand"));
  }

  private static boolean isTrue(String truth) {
    return truth != null && (truth.trim().equals("true") || truth.trim().equals("1"));
  }

  /** Text for an element or a double-quoted attribute; what XML cannot carry becomes U+FFFD. */
  static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> append(safe, c));
    return safe.toString();
  }

  private static void append(StringBuilder safe, int c) {
    switch (c) {
      case '<' -> safe.append("&lt;");
      case '>' -> safe.append("&gt;");
      case '&' -> safe.append("&amp;");
      case '"' -> safe.append("&quot;");
      default -> safe.appendCodePoint(isXml(c) ? c : 0xFFFD);
    }
  }

  /** XML 1.0 production 2, Char. */
  static boolean isXml(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
