package org.bora.s3.answer;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bora.door.http.Refused;

/**
 * A small XML document that a client sent: no DTD, no entity, no depth to speak of. Namespaces mean
 * nothing: half of the clients send none.
 *
 * @param text inside the element, without that of its children
 */
public record XmlTree(String name, String text, List<XmlTree> children) {
  private static final int MOST_LEVELS = 8;

  /** A list of 10,000 parts has 50,000 at most; each takes far more memory than its text. */
  private static final int MOST_ELEMENTS = 60_000;

  public XmlTree {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(text, "text");
    children = List.copyOf(children);
  }

  /**
   * Reads a document.
   *
   * @param root name of its outermost element
   */
  public static XmlTree of(byte[] document, String root) throws Refused {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(document));
      reader.nextTag();
      XmlTree tree = element(reader, 0, new AtomicInteger());
      if (tree.name().equals(root)) {
        return tree;
      }
    } catch (XMLStreamException | RuntimeException e) {
      throw malformed();
    }
    throw malformed();
  }

  private static Refused malformed() {
    return S3Error.MALFORMED_XML.because("the body is not the XML document that is expected here");
  }

  private static XmlTree element(XMLStreamReader reader, int level, AtomicInteger elements)
      throws XMLStreamException {
    if (level > MOST_LEVELS || elements.incrementAndGet() > MOST_ELEMENTS) {
      throw new XMLStreamException("too deep, or too much");
    }
    String name = reader.getLocalName();
    StringBuilder text = new StringBuilder();
    List<XmlTree> children = new ArrayList<>();
    for (int event = reader.next();
        event != XMLStreamConstants.END_ELEMENT;
        event = reader.next()) {
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> children.add(element(reader, level + 1, elements));
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            text.append(reader.getText());
        case XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION -> {}
        default -> throw new XMLStreamException("not expected here");
      }
    }
    return new XmlTree(name, text.toString(), children);
  }

  public List<XmlTree> all(String child) {
    return children.stream().filter(one -> one.name().equals(child)).toList();
  }

  /** The text of a child. */
  public Optional<String> of(String child) {
    return all(child).stream().findFirst().map(XmlTree::text);
  }
}
