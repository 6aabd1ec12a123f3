package org.bora.frontend.soap;

import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a request: is it XML, is it SOAP, which operation, does it keep the bounds; and builds its
 * part on the way ({@link PartReader}). It stops at the first flaw, so that a request over a bound
 * costs no more than the bound; nothing behind this class meets broken or oversized input.
 */
final class RequestScanner {
  /** No entry of the contract has half as many, whatever it holds. */
  private static final int ELEMENTS_PER_ENTRY = 32;

  /** What a request has besides entries, and what clients add of their own. */
  private static final int OTHER_ELEMENTS = 1024;

  private final SafeXml xml;
  private final References references;
  private final SoapSettings settings;
  private final Map<String, ContractType> operations;

  /**
   * @param operations by name, with the types of their parts
   */
  RequestScanner(SafeXml xml, SoapSettings settings, Map<String, ContractType> operations) {
    this.xml = xml;
    this.settings = settings;
    this.operations = Map.copyOf(operations);
    this.references = new References(xml, settings);
  }

  Scan scan(Body body) {
    Scan first = look(body);
    if (first instanceof Scan.Sound sound
        && (body.contains("href") || body.contains("arrayType"))) {
      return switch (references.resolve(body)) {
        case References.Resolved resolved -> look(resolved.body());
        case References.Unresolved unresolved ->
            new Scan.Mistaken(sound.operation(), unresolved.flaw());
      };
    }
    return first;
  }

  private Scan look(Body body) {
    Progress progress = new Progress(body);
    try {
      XMLStreamReader reader = xml.reader(body);
      try {
        return progress.through(reader);
      } finally {
        reader.close();
      }
    } catch (XMLStreamException broken) {
      return progress.broken(broken);
    }
  }

  /** One pass over one document. Invariant: {@code depth} is the number of open elements. */
  private final class Progress {
    private final Body body;
    private int depth;
    private int entries;
    private long elements;
    private boolean inHeader;
    private boolean inBody;
    private boolean inCall;
    private String operation = "";
    private final Flaws flaws = new Flaws();
    private PartReader part;
    private boolean inPart;

    Progress(Body body) {
      this.body = body;
    }

    Scan through(XMLStreamReader reader) throws XMLStreamException {
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            depth++;
            Optional<Scan> flaw = opened(reader);
            if (flaw.isPresent()) {
              return flaw.get();
            }
          }
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
            if (inPart) {
              part.text(reader.getText());
            }
          }
          case XMLStreamConstants.END_ELEMENT -> closed();
          case XMLStreamConstants.DTD -> {
            return new Scan.Unreadable("a document type declaration is not allowed");
          }
          default -> {}
        }
      }
      return atEnd();
    }

    private Optional<Scan> opened(XMLStreamReader reader) {
      String name = reader.getLocalName();
      if (depth > settings.maxDepth()) {
        return mistaken("elements are nested deeper than " + settings.maxDepth());
      }
      // what refers to other parts is held as a tree, in which an element of 4 bytes takes 100
      if (++elements > OTHER_ELEMENTS + (long) ELEMENTS_PER_ENTRY * settings.maxEntries()) {
        return mistaken("the request has too many elements, send it in parts");
      }
      // every list of the contract names its entries so: urlArray, requestArray, stringArray...
      if (name.endsWith("Array") && ++entries > settings.maxEntries()) {
        return mistaken(
            "the request has more than " + settings.maxEntries() + " entries, send it in parts");
      }
      switch (depth) {
        case 1 -> {
          if (!name.equals("Envelope") || !Envelope.SOAP.equals(reader.getNamespaceURI())) {
            return Optional.of(new Scan.Unreadable("not a SOAP 1.1 envelope"));
          }
        }
        case 2 -> {
          boolean soap = Envelope.SOAP.equals(reader.getNamespaceURI());
          inHeader = soap && name.equals("Header");
          inBody = soap && name.equals("Body");
        }
        case Envelope.OPERATION_DEPTH -> {
          if (inHeader && Envelope.mustBeUnderstood(reader)) {
            return Optional.of(new Scan.NotUnderstood(name));
          }
          // only the first child of the body is the call, others are what it refers to
          inCall = inBody && operation.isEmpty();
          if (inCall) {
            return operation(name, reader.getNamespaceURI());
          }
        }
        case Envelope.PART_DEPTH -> {
          if (inCall && part == null && name.equals(operation + "Request")) {
            part = new PartReader(operations.get(operation), flaws);
            inPart = true;
          }
        }
        default -> {
          if (inPart) {
            part.opened(name, Envelope.isNil(reader));
          }
        }
      }
      return Optional.empty();
    }

    private void closed() {
      if (inPart && depth == Envelope.PART_DEPTH) {
        inPart = false;
      } else if (inPart) {
        part.closed();
      }
      depth--;
    }

    private Optional<Scan> operation(String name, String namespace) {
      if (!operations.containsKey(name) || !Envelope.SRM.equals(namespace)) {
        return Optional.of(new Scan.Unreadable("not an operation of SRM v2.2: " + name));
      }
      operation = name;
      return Optional.empty();
    }

    private Scan atEnd() {
      if (operation.isEmpty()) {
        return new Scan.Unreadable("the SOAP body is missing or empty");
      }
      if (body.cut()) {
        return new Scan.Mistaken(operation, tooLong());
      }
      return part == null
          ? new Scan.Mistaken(operation, operation + "Request is missing")
          : new Scan.Sound(operation, part.part(), flaws);
    }

    private Optional<Scan> mistaken(String flaw) {
      return Optional.of(
          operation.isEmpty() ? new Scan.Unreadable(flaw) : new Scan.Mistaken(operation, flaw));
    }

    Scan broken(XMLStreamException broken) {
      if (body.cut()) {
        return mistaken(tooLong()).orElseThrow();
      }
      // the parser's own lines after the first say where, in words of its own
      String what = String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
      return new Scan.Unreadable("not well-formed XML: " + what);
    }

    private String tooLong() {
      return "the request is longer than " + settings.maxBodyBytes() + " bytes, send it in parts";
    }
  }
}
