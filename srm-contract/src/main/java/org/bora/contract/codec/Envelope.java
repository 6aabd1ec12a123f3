package org.bora.contract.codec;

import java.io.IOException;
import javax.xml.stream.XMLStreamReader;

/** Names of SOAP 1.1 and of the contract. */
public final class Envelope {
  public static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  public static final String SOAP_ENCODING = "http://schemas.xmlsoap.org/soap/encoding/";
  public static final String SRM = "http://srm.lbl.gov/StorageResourceManager";
  public static final String SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

  /** Depth of the element that names the operation: Envelope is 1, Body 2. */
  public static final int OPERATION_DEPTH = 3;

  /** Depth of the one part of every operation, {@code srmXRequest}. */
  public static final int PART_DEPTH = 4;

  private Envelope() {}

  /** Writes what stands before the fields of a reply. */
  public static void begin(String operation, XmlOutput out) throws IOException {
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
  public static void end(String operation, XmlOutput out) throws IOException {
    out.markup(
        "</" + operation + "Response></srm:" + operation + "Response></soap:Body></soap:Envelope>");
  }

  /** Whether the open element stands for no value. */
  public static boolean isNil(XMLStreamReader reader) {
    return reader.getAttributeCount() > 0
        && isTrue(reader.getAttributeValue(SCHEMA_INSTANCE, "nil"));
  }

  private static boolean isTrue(String truth) {
    return truth != null && (truth.trim().equals("true") || truth.trim().equals("1"));
  }

  /** XML 1.0 production 2, Char. */
  public static boolean isXml(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
