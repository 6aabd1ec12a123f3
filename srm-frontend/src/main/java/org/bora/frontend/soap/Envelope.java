package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Names of SOAP 1.1 and of the contract. */
final class Envelope {
  static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String SOAP_ENCODING = "http://schemas.xmlsoap.org/soap/encoding/";
  static final String SRM = "http://srm.lbl.gov/StorageResourceManager";
  static final String SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

  /** Depth of the element that names the operation: Envelope is 1, Body 2. */
  static final int OPERATION_DEPTH = 3;

  /** Depth of the one part of every operation, {@code srmXRequest}. */
  static final int PART_DEPTH = 4;

  private Envelope() {}

  /** A request without any field. */
  static Body empty(String operation) {
    String document =
        "<e:Envelope xmlns:e='%s'><e:Body><s:%s xmlns:s='%s'><%sRequest/></s:%s></e:Body></e:Envelope>"
            .formatted(SOAP, operation, SRM, operation, operation);
    return Body.of(document.getBytes(UTF_8));
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
