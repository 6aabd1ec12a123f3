package org.bora.contract.codec;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * SOAP 1.1 section 5: {@code href="#x"} stands for the content of the element with {@code id="x"}
 * (Axis sends every structure so, gSOAP what occurs twice), and an element with an {@code
 * arrayType} is an array whose entries may have any name ({@link EncodedArray}). The message is
 * written out anew with each reference replaced by what it stands for and each entry under the name
 * that the contract gives it, bounded in depth (a reference to itself has no end) and size
 * (references to references grow exponentially).
 */
public final class References {

  private static final class Node {
    final String name;
    final String id;
    final String href;
    final boolean nil;
    final boolean array;
    final StringBuilder text = new StringBuilder();
    final List<Node> children = new ArrayList<>();

    Node(XMLStreamReader reader) {
      name = reader.getLocalName();
      id = reader.getAttributeValue("", "id");
      href = reader.getAttributeValue("", "href");
      nil = Envelope.isNil(reader);
      array = reader.getAttributeValue(Envelope.SOAP_ENCODING, "arrayType") != null;
    }
  }

  private final SafeXml xml;
  private final int maxBytes;
  private final int maxDepth;

  /**
   * @param maxBytes of the output
   * @param maxDepth of elements, and of references one within the other
   */
  public References(SafeXml xml, int maxBytes, int maxDepth) {
    this.xml = xml;
    this.maxBytes = maxBytes;
    this.maxDepth = maxDepth;
  }

  /** References that lead nowhere, or to too much; the message is a sentence for the other side. */
  public static final class Unresolved extends XMLStreamException {
    private static final long serialVersionUID = 1L;

    Unresolved(String flaw) {
      super(flaw);
    }
  }

  /**
   * The same document as the contract would have it; it must have been found sound.
   *
   * @throws Unresolved where references lead nowhere, or to too much
   */
  public byte[] resolve(InputStream body) throws XMLStreamException {
    Map<String, Node> targets = new HashMap<>();
    Node envelope = tree(body, targets);
    return new Writing(targets).write(envelope);
  }

  private Node tree(InputStream body, Map<String, Node> targets) throws XMLStreamException {
    XMLStreamReader reader = xml.reader(body);
    try {
      List<Node> open = new ArrayList<>();
      Node root = null;
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            Node node = new Node(reader);
            if (open.isEmpty()) {
              root = node;
            } else {
              open.getLast().children.add(node);
            }
            if (node.id != null) {
              targets.putIfAbsent(node.id, node);
            }
            open.add(node);
          }
          case XMLStreamConstants.END_ELEMENT -> open.removeLast();
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
            if (!open.isEmpty()) {
              open.getLast().text.append(reader.getText());
            }
          }
          default -> {}
        }
      }
      return root;
    } finally {
      reader.close();
    }
  }

  private final class Writing {
    private final Map<String, Node> targets;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final XMLStreamWriter writer;
    private int visited;
    private String flaw;

    Writing(Map<String, Node> targets) throws XMLStreamException {
      this.targets = targets;
      this.writer = xml.writers().createXMLStreamWriter(out, "UTF-8");
    }

    byte[] write(Node envelope) throws XMLStreamException {
      writer.writeStartElement("e", "Envelope", Envelope.SOAP);
      writer.writeNamespace("e", Envelope.SOAP);
      writer.writeNamespace("s", Envelope.SRM);
      writer.writeNamespace("xsi", Envelope.SCHEMA_INSTANCE);
      writer.writeStartElement("e", "Body", Envelope.SOAP);
      Node soapBody =
          envelope.children.stream()
              .filter(n -> n.name.equals("Body") && !n.children.isEmpty())
              .findFirst()
              .orElseThrow(() -> new Unresolved("the SOAP body is missing or empty"));
      Node call = soapBody.children.getFirst();
      writer.writeStartElement("s", call.name, Envelope.SRM);
      for (Node part : call.children) {
        write(part, part.name, Envelope.PART_DEPTH);
      }
      writer.writeEndDocument();
      writer.close();
      if (flaw != null) {
        throw new Unresolved(flaw);
      }
      return out.toByteArray();
    }

    /** Writes nothing more once a flaw is known. */
    private void write(Node node, String name, int depth) throws XMLStreamException {
      Node content = target(node);
      if (depth > maxDepth) {
        flaw = "references are nested deeper than " + maxDepth;
      } else if (out.size() > maxBytes || ++visited > maxBytes) {
        // an array in place of an entry is gone through without a byte written
        flaw = "references make the message longer than " + maxBytes + " bytes";
      }
      if (flaw != null) {
        return;
      }
      if (content.array && EncodedArray.isEntry(name)) {
        for (Node entry : content.children) {
          write(entry, name, depth + 1);
        }
        return;
      }
      writer.writeStartElement(name);
      if (content.nil) {
        writer.writeAttribute("xsi", Envelope.SCHEMA_INSTANCE, "nil", "true");
      }
      if (content.children.isEmpty()) {
        writer.writeCharacters(content.text.toString());
      }
      for (Node child : content.children) {
        String entry = content.array ? EncodedArray.entryName(name, child.name) : child.name;
        write(child, entry, depth + 1);
      }
      writer.writeEndElement();
    }

    private Node target(Node node) {
      Node content = node;
      for (int hops = 0; content.href != null; hops++) {
        Node next = content.href.startsWith("#") ? targets.get(content.href.substring(1)) : null;
        if (next == null || hops > maxDepth) {
          flaw = "no element has the id that " + content.name + " refers to";
          return node;
        }
        content = next;
      }
      return content;
    }
  }
}
