package org.bora.frontend.soap;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * A request as the contract would have it, of one as clients send it: what is nil is left out,
 * attributes (xsi:type, encodingStyle) and namespaces within the call's part are not seen.
 */
final class LenientReader extends StreamReaderDelegate {
  private int depth;

  LenientReader(XMLStreamReader reader) {
    super(reader);
  }

  static boolean isNil(XMLStreamReader reader) {
    String nil = reader.getAttributeValue(Envelope.SCHEMA_INSTANCE, "nil");
    return nil != null && (nil.trim().equals("true") || nil.trim().equals("1"));
  }

  @Override
  public int next() throws XMLStreamException {
    int event = super.next();
    while (event == START_ELEMENT && depth >= Envelope.PART_DEPTH && isNil(getParent())) {
      skipElement();
      event = super.next();
    }
    if (event == START_ELEMENT) {
      depth++;
    } else if (event == END_ELEMENT) {
      depth--;
    }
    return event;
  }

  private void skipElement() throws XMLStreamException {
    int open = 1;
    while (open > 0) {
      switch (super.next()) {
        case START_ELEMENT -> open++;
        case END_ELEMENT -> open--;
        default -> {}
      }
    }
  }

  /** As the interface defines it, over the events of {@link #next()}. */
  @Override
  public int nextTag() throws XMLStreamException {
    int event = next();
    while (event != START_ELEMENT && event != END_ELEMENT) {
      if (event == END_DOCUMENT || (event == CHARACTERS && !isWhiteSpace())) {
        throw new XMLStreamException("a tag was expected", getLocation());
      }
      event = next();
    }
    return event;
  }

  /** As the interface defines it, over the events of {@link #next()}. */
  @Override
  public String getElementText() throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    for (int event = next(); event != END_ELEMENT; event = next()) {
      if (event == START_ELEMENT) {
        throw new XMLStreamException("text was expected, not an element", getLocation());
      }
      if (event == CHARACTERS || event == CDATA || event == SPACE) {
        text.append(getText());
      }
    }
    return text.toString();
  }

  private boolean withinPart() {
    return depth >= Envelope.PART_DEPTH;
  }

  @Override
  public int getAttributeCount() {
    return withinPart() ? 0 : super.getAttributeCount();
  }

  @Override
  public String getAttributeValue(String namespace, String name) {
    return withinPart() ? null : super.getAttributeValue(namespace, name);
  }

  @Override
  public String getNamespaceURI() {
    return withinPart() ? "" : super.getNamespaceURI();
  }
}
