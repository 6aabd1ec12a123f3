package org.bora.contract.codec;

import java.util.ArrayDeque;
import java.util.Deque;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Builds the part of a call from the elements that a reader comes by. It reads a request as clients
 * send it: fields in any order, unknown ones and those that are nil left out with all that is in
 * them, attributes and namespaces not looked at. A text that is no value of its field is a flaw, so
 * that it is not taken for absent. Of one call, and confined to its thread.
 */
public final class PartReader {

  /** An open element: a structure, or a text that is still being read. */
  private static final class Open {
    final ContractField field;
    final ContractType type;
    final Object instance;
    private String text = "";

    /** The pieces of a text that comments split; null for a single piece. */
    private StringBuilder pieces;

    Open(ContractField field, ContractType type) {
      this.field = field;
      this.type = type;
      this.instance = type == null ? null : type.empty();
    }

    void append(String piece) {
      if (pieces != null) {
        pieces.append(piece);
      } else if (text.isEmpty()) {
        text = piece;
      } else {
        pieces = new StringBuilder(text).append(piece);
      }
    }

    String text() {
      return pieces == null ? text : pieces.toString();
    }
  }

  private final Flaws flaws;
  private final Object part;
  private final Deque<Open> open = new ArrayDeque<>();

  /** Number of open elements within a skipped one, including it. */
  private int leftOut;

  /** The part's own element is open. */
  public PartReader(ContractType type, Flaws flaws) {
    this.flaws = flaws;
    Open root = new Open(null, type);
    this.part = root.instance;
    open.push(root);
  }

  /** Reads the part whose element the document is at, to its end. */
  public Question read(XMLStreamReader document) throws XMLStreamException {
    int depth = 1;
    while (depth > 0) {
      switch (document.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          depth++;
          opened(document.getLocalName(), Envelope.isNil(document));
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text(document.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          if (--depth > 0) {
            closed();
          }
        }
        default -> {}
      }
    }
    return new Question(part, flaws);
  }

  private void opened(String name, boolean nil) {
    if (leftOut > 0) {
      leftOut++;
      return;
    }
    Open parent = open.peek();
    ContractField field = nil || parent.type == null ? null : parent.type.field(name);
    if (field == null) {
      leftOut = 1;
    } else {
      open.push(new Open(field, field.isStructure() ? field.structure() : null));
    }
  }

  private void text(String text) {
    if (leftOut == 0) {
      Open leaf = open.peek();
      if (leaf.type == null) {
        leaf.append(text);
      }
    }
  }

  /** Closes the innermost element; the part itself is not reported. */
  private void closed() {
    if (leftOut > 0) {
      leftOut--;
      return;
    }
    Open closed = open.pop();
    Object parent = open.peek().instance;
    if (closed.type != null) {
      closed.field.put(parent, closed.instance);
      return;
    }
    try {
      closed.field.put(parent, closed.field.value(closed.text()));
    } catch (IllegalArgumentException noValue) {
      flaws.add(noValue.getMessage());
    }
  }
}
