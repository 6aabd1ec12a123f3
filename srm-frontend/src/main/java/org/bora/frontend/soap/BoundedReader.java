package org.bora.frontend.soap;

import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.bora.contract.codec.Envelope;

/**
 * Reads a request within its limits, and hides everything outside the part of the call. It ends at
 * the first error, so a request over a limit costs no more than the limit. For one call. Invariant:
 * {@code depth} is the number of open elements.
 */
final class BoundedReader extends StreamReaderDelegate {
  /** No entry of the contract has half as many, whatever it holds. */
  private static final int ELEMENTS_PER_ENTRY = 32;

  /** Elements of a request in addition to its entries, and elements that clients add. */
  private static final int OTHER_ELEMENTS = 1024;

  private final Body body;
  private final SoapSettings settings;
  private final Set<String> operations;
  private int depth;
  private int entries;
  private long elements;
  private boolean inBody;
  private boolean inCall;
  private boolean partSeen;
  private String operation = "";

  /**
   * @param document over the body
   * @param operations of the contract
   */
  BoundedReader(
      XMLStreamReader document, Body body, SoapSettings settings, Set<String> operations) {
    super(document);
    this.body = body;
    this.settings = settings;
    this.operations = operations;
  }

  @Override
  public int next() throws XMLStreamException {
    int event = advance();
    while (event == START_ELEMENT && inCall && depth == Envelope.PART_DEPTH && !isPart()) {
      while (advance() != END_ELEMENT || depth >= Envelope.PART_DEPTH) {
        // what is no part is read for its bounds alone
      }
      event = advance();
    }
    return event;
  }

  @Override
  public int nextTag() throws XMLStreamException {
    int event = next();
    while (event != START_ELEMENT && event != END_ELEMENT && hasNext()) {
      event = next();
    }
    return event;
  }

  /** Reads up to the part of the call; false if there is none. */
  boolean toPart() throws XMLStreamException {
    while (hasNext()) {
      if (next() == START_ELEMENT && inCall && depth == Envelope.PART_DEPTH) {
        return true;
      }
    }
    return false;
  }

  /** What follows the part may break a bound, too. */
  void toEnd() throws XMLStreamException {
    while (hasNext()) {
      next();
    }
  }

  /** Only the first element of that name is the part. */
  private boolean isPart() {
    boolean part = !partSeen && getLocalName().equals(operation + "Request");
    partSeen |= part;
    return part;
  }

  private int advance() throws XMLStreamException {
    int event = step();
    switch (event) {
      case START_ELEMENT -> {
        depth++;
        opened(getLocalName());
      }
      case END_ELEMENT -> depth--;
      case DTD -> throw unreadable("a document type declaration is not allowed");
      default -> {}
    }
    boolean over = event == END_DOCUMENT || (event == END_ELEMENT && inBody && depth == 1);
    if (over && operation.isEmpty()) {
      throw unreadable("the SOAP body is missing or empty");
    }
    if (event == END_DOCUMENT && body.cut()) {
      throw tooLong();
    }
    return event;
  }

  private int step() throws XMLStreamException {
    try {
      return super.next();
    } catch (XMLStreamException broken) {
      if (body.cut()) {
        throw tooLong();
      }
      throw notWellFormed(broken);
    }
  }

  static Flaw notWellFormed(XMLStreamException broken) {
    // the parser's own lines after the first say where, in words of its own
    String what = String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
    return unreadable("not well-formed XML: " + what);
  }

  private void opened(String name) throws Flaw {
    if (depth > settings.maxDepth()) {
      throw mistaken("elements are nested deeper than " + settings.maxDepth());
    }
    // headers and what refers to other parts are held as trees, where 4 bytes take 100 and more
    int entriesPossible = inBody ? settings.maxEntries() : 0;
    if (++elements > OTHER_ELEMENTS + (long) ELEMENTS_PER_ENTRY * entriesPossible) {
      throw mistaken("the request has too many elements, send it in parts");
    }
    // every list of the contract names its entries so: urlArray, requestArray, stringArray...
    if (name.endsWith("Array") && ++entries > settings.maxEntries()) {
      throw mistaken(
          "the request has more than " + settings.maxEntries() + " entries, send it in parts");
    }
    if (depth <= Envelope.OPERATION_DEPTH || !inCall) {
      outsideTheCall(name);
    }
  }

  private void outsideTheCall(String name) throws Flaw {
    boolean soapBody = name.equals("Body") && Envelope.SOAP.equals(getNamespaceURI());
    if (depth == 2) {
      inBody = soapBody;
    } else if (soapBody) {
      throw unreadable("a SOAP body in the wrong place"); // others would take it for the one
    } else if (depth == Envelope.OPERATION_DEPTH) {
      // only the first child of the body is the call, others are what it refers to
      inCall = inBody && operation.isEmpty();
      if (inCall) {
        if (!operations.contains(name) || !Envelope.SRM.equals(getNamespaceURI())) {
          throw unreadable("not an operation of SRM v2.2: " + name);
        }
        operation = name;
      }
    }
  }

  private static Flaw unreadable(String flaw) {
    return new Flaw(Flaw.Kind.UNREADABLE, flaw);
  }

  private Flaw mistaken(String flaw) {
    return operation.isEmpty() ? unreadable(flaw) : new Flaw(Flaw.Kind.MISTAKEN, flaw);
  }

  private Flaw tooLong() {
    return mistaken(
        "the request is longer than " + settings.maxBodyBytes() + " bytes, send it in parts");
  }
}
