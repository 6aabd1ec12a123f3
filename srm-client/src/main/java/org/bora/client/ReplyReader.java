package org.bora.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a SOAP answer as servers of all kinds write them: any prefixes, nil or absent, and, from
 * Axis, parts that stand elsewhere and are referred to (SOAP 1.1 section 5.4.1). Thread safe.
 */
final class ReplyReader {

  private static final int DEEPEST = 32;
  private static final int MOST_ELEMENTS = 20_000;

  private final XMLInputFactory factory = XMLInputFactory.newDefaultFactory();

  ReplyReader() {
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
  }

  /**
   * The answer to an operation.
   *
   * @param wanted local name of the part, such as {@code srmPrepareToGetResponse}
   * @throws IOException if it is no such answer; a fault is told by its text
   */
  ReplyElement read(byte[] body, String wanted) throws IOException {
    ReplyElement envelope = parse(body);
    ReplyElement soap =
        envelope.find("Body").orElseThrow(() -> new IOException("the answer is not SOAP"));
    var fault = soap.find("Fault");
    if (fault.isPresent()) {
      throw new IOException("fault: " + fault.get().text("faultstring").orElse("without a text"));
    }
    // rpc: a wrapper and its part have the same local name, and the part has the status
    ReplyElement outer =
        soap.find(wanted).orElseThrow(() -> new IOException("the answer is not a " + wanted));
    return outer.child(wanted).orElse(outer);
  }

  private ReplyElement parse(byte[] body) throws IOException {
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(body));
      try {
        return new Pass(xml).whole();
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      throw new IOException("the answer is not XML", e);
    }
  }

  /** One way through an answer. */
  private static final class Pass {
    private final XMLStreamReader xml;
    private final Deque<ReplyElement> open = new ArrayDeque<>();
    private final Map<String, ReplyElement> named = new HashMap<>();
    private final Map<ReplyElement, String> references = new HashMap<>();
    private int elements;

    Pass(XMLStreamReader xml) {
      this.xml = xml;
    }

    ReplyElement whole() throws XMLStreamException, IOException {
      ReplyElement document = new ReplyElement("");
      open.push(document);
      while (xml.hasNext()) {
        switch (xml.next()) {
          case XMLStreamConstants.START_ELEMENT -> begin();
          case XMLStreamConstants.CHARACTERS -> open.element().say(xml.getText());
          case XMLStreamConstants.END_ELEMENT -> open.pop();
          default -> {
            // comments and the like say nothing
          }
        }
      }
      references.forEach(this::resolve);
      return document;
    }

    private void begin() throws IOException {
      if (open.size() > DEEPEST || ++elements > MOST_ELEMENTS) {
        throw new IOException("the answer is deeper or longer than any to this call");
      }
      ReplyElement element = new ReplyElement(xml.getLocalName());
      String id = xml.getAttributeValue(null, "id");
      String href = xml.getAttributeValue(null, "href");
      if (id != null) {
        named.put(id, element);
      }
      if (href != null && href.startsWith("#")) {
        references.put(element, href.substring(1));
      }
      open.element().add(element);
      open.push(element);
    }

    /** Shares the parts of what is meant; one that refers to itself stays as it is. */
    private void resolve(ReplyElement from, String id) {
      ReplyElement meant = named.get(id);
      if (meant != null && !references.containsKey(meant)) {
        from.addAll(meant);
      }
    }
  }
}
