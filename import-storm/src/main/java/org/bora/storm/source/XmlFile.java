package org.bora.storm.source;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads an XML file. Document types are refused, so no entity is ever resolved. */
public final class XmlFile {
  /** StoRM's schema goes down to eight. */
  private static final int MOST_DEPTH = 32;

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]*}");

  private final Path file;
  private final XMLStreamReader reader;

  private XmlFile(Path file, XMLStreamReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /**
   * Reads a file whose outermost element has this name.
   *
   * @throws UnreadableSource where it cannot be read or is something else
   */
  public static Element read(Path file, String outermost) throws UnreadableSource {
    byte[] bytes = TextFile.bytes(file);
    // that of the JDK: what it does with these properties is known
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    XMLStreamReader reader = null;
    try {
      reader = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
      return new XmlFile(file, reader).document(outermost);
    } catch (XMLStreamException broken) {
      int line = broken.getLocation() == null ? 0 : broken.getLocation().getLineNumber();
      String why = String.valueOf(broken.getMessage()).replaceAll("(?s).*Message: ", "");
      throw new UnreadableSource(
          file
              + ":"
              + line
              + ": is not well-formed XML ("
              + why.strip()
              + "); xmllint shows where");
    } finally {
      close(reader);
    }
  }

  private static void close(XMLStreamReader reader) {
    try {
      if (reader != null) {
        reader.close();
      }
    } catch (XMLStreamException ignored) {
      // it reads from memory: there is nothing to be lost
    }
  }

  private Element document(String outermost) throws XMLStreamException, UnreadableSource {
    Element found = null;
    while (reader.hasNext()) {
      int event = reader.next();
      if (event == XMLStreamConstants.DTD) {
        throw refused("has a document type (DOCTYPE), which is not read: take it out");
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        if (!reader.getLocalName().equals(outermost)) {
          throw refused(
              "begins with <"
                  + reader.getLocalName()
                  + ">, StoRM's file with <"
                  + outermost
                  + ">: is this the right file?");
        }
        found = element(1);
      }
    }
    if (found == null) {
      throw refused("holds no element");
    }
    return found;
  }

  private Element element(int depth) throws XMLStreamException, UnreadableSource {
    if (depth > MOST_DEPTH) {
      throw refused("has elements " + MOST_DEPTH + " deep: this is no file of StoRM's");
    }
    String name = reader.getLocalName();
    int line = reader.getLocation().getLineNumber();
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
      refuseReference(name, line, reader.getAttributeValue(i));
    }
    StringBuilder text = new StringBuilder();
    List<Element> children = new ArrayList<>();
    for (int event = reader.next();
        event != XMLStreamConstants.END_ELEMENT;
        event = reader.next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        children.add(element(depth + 1));
      } else if (event == XMLStreamConstants.CHARACTERS) {
        text.append(reader.getText());
      }
    }
    refuseReference(name, line, text.toString());
    return new Element(name, line, attributes, text.toString().strip(), children);
  }

  /** StoRM's library finds a value for it, among the other elements or on its machine. */
  private void refuseReference(String name, int line, String text) throws UnreadableSource {
    Matcher reference = REFERENCE.matcher(text);
    if (reference.find()) {
      throw new UnreadableSource(
          file
              + ":"
              + line
              + ": <"
              + name
              + "> holds "
              + reference.group()
              + ", which StoRM resolves elsewhere: write its value");
    }
  }

  private UnreadableSource refused(String why) {
    return new UnreadableSource(file + ":" + reader.getLocation().getLineNumber() + ": " + why);
  }
}
