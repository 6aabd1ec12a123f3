package org.bora.http;

import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Copies an element with its content so that it means the same in any place: prefixes stay, and
 * their namespaces are declared in it (RFC 4918 section 4.3). Comments and processing instructions
 * are omitted.
 */
final class PropertyXml {
  private static final XMLOutputFactory OUTPUT = XMLOutputFactory.newDefaultFactory();

  private final XMLStreamReader in;
  private final XMLStreamWriter out;

  /** The namespaces of the prefixes at the reader's position, as far as they were written. */
  private final Deque<Map<String, String>> scopes = new ArrayDeque<>();

  private PropertyXml(XMLStreamReader in, XMLStreamWriter out) {
    this.in = in;
    this.out = out;
    // where the element is written no prefix means anything, and names without one are in none
    scopes.push(Map.of("", ""));
  }

  /**
   * The element that was begun, as a text; it has ended afterwards.
   *
   * @param language that it inherits; empty for none
   */
  static String text(XMLStreamReader xml, String language) throws XMLStreamException {
    StringWriter text = new StringWriter();
    XMLStreamWriter out = OUTPUT.createXMLStreamWriter(text);
    new PropertyXml(xml, out).copy(language);
    out.close();
    return text.toString();
  }

  /** Writes the element of a text that {@link #text} made. */
  static void write(XMLStreamWriter out, String text) throws XMLStreamException {
    XMLStreamReader in = XmlBody.reader(text);
    in.nextTag();
    new PropertyXml(in, out).copy("");
  }

  private void copy(String language) throws XMLStreamException {
    begin();
    if (!language.isEmpty() && in.getAttributeValue(XMLConstants.XML_NS_URI, "lang") == null) {
      out.writeAttribute(XMLConstants.XML_NS_PREFIX, XMLConstants.XML_NS_URI, "lang", language);
    }
    for (int open = 1; open > 0; ) {
      switch (in.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          begin();
          open++;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          out.writeEndElement();
          scopes.pop();
          open--;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            characters(in.getText());
        default -> {}
      }
    }
  }

  private void begin() throws XMLStreamException {
    Map<String, String> scope = new HashMap<>(scopes.element());
    Map<String, String> declared = new HashMap<>();
    for (int at = 0; at < in.getNamespaceCount(); at++) {
      declared.put(known(in.getNamespacePrefix(at)), known(in.getNamespaceURI(at)));
    }
    require(declared, scope, known(in.getPrefix()), known(in.getNamespaceURI()));
    for (int at = 0; at < in.getAttributeCount(); at++) {
      String prefix = known(in.getAttributePrefix(at));
      if (!prefix.isEmpty() && !prefix.equals(XMLConstants.XML_NS_PREFIX)) {
        require(declared, scope, prefix, known(in.getAttributeNamespace(at)));
      }
    }
    scope.putAll(declared);
    scopes.push(scope);
    out.writeStartElement(known(in.getPrefix()), in.getLocalName(), known(in.getNamespaceURI()));
    for (Map.Entry<String, String> one : declared.entrySet()) {
      if (one.getKey().isEmpty()) {
        out.writeDefaultNamespace(one.getValue());
      } else {
        out.writeNamespace(one.getKey(), one.getValue());
      }
    }
    for (int at = 0; at < in.getAttributeCount(); at++) {
      out.writeAttribute(
          known(in.getAttributePrefix(at)),
          known(in.getAttributeNamespace(at)),
          in.getAttributeLocalName(at),
          in.getAttributeValue(at));
    }
  }

  private static void require(
      Map<String, String> declared, Map<String, String> scope, String prefix, String namespace) {
    if (!namespace.equals(scope.get(prefix))) {
      declared.putIfAbsent(prefix, namespace);
    }
  }

  private static String known(String text) {
    return Objects.requireNonNullElse(text, "").isEmpty() ? XMLConstants.DEFAULT_NS_PREFIX : text;
  }

  /** A reader would take a carriage return for the end of a line. */
  private void characters(String text) throws XMLStreamException {
    int from = 0;
    for (int at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', from)) {
      out.writeCharacters(text.substring(from, at));
      out.writeEntityRef("#13");
      from = at + 1;
    }
    out.writeCharacters(text.substring(from));
  }
}
