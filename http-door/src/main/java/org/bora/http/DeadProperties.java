package org.bora.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bora.storage.spi.OpenFile;

/**
 * Properties that clients have set on a file or directory (RFC 4918 section 4) and that mean
 * nothing to the service. All properties of a file are one note on it ({@link OpenFile#note}), so
 * that they change together. The note is one element that contains the elements of the properties.
 * Not thread safe.
 */
final class DeadProperties {
  /** Name of the note. */
  static final String NOTE = OpenFile.LASTING_NOTE + "dav";

  /** On one file or directory. */
  static final int MOST = 64;

  /** Of one of them, with its name, as it is kept. */
  static final int MOST_BYTES = 4 * 1024;

  private static final String HOLDER = "p";

  private final Map<QName, String> elements;

  private DeadProperties(Map<QName, String> elements) {
    this.elements = elements;
  }

  /**
   * Reads a note. An unreadable note counts as none, because the owner of a file can write any
   * bytes there.
   *
   * @param note empty for none
   */
  static DeadProperties of(String note) {
    Map<QName, String> elements = new LinkedHashMap<>();
    if (note.isEmpty()) {
      return new DeadProperties(elements);
    }
    try {
      XMLStreamReader xml = XmlBody.reader(note);
      xml.nextTag();
      while (XmlBody.child(xml)) {
        elements.put(xml.getName(), PropertyXml.text(xml, ""));
      }
      XmlBody.end(xml);
      return new DeadProperties(elements);
    } catch (XMLStreamException e) {
      return new DeadProperties(new LinkedHashMap<>());
    }
  }

  /** Elements by their names, in the order in which they came first. */
  Map<QName, String> elements() {
    return elements;
  }

  /**
   * Sets one.
   *
   * @param element its text, in the form of {@link PropertyXml#text}
   * @return why that is not possible; empty on success
   */
  Optional<String> set(QName name, String element) {
    if (bytes(element) > MOST_BYTES) {
      return Optional.of("a property has at most " + MOST_BYTES + " bytes");
    }
    Map<QName, String> more = new LinkedHashMap<>(elements);
    more.put(name, element);
    if (more.size() > MOST) {
      return Optional.of("a file has at most " + MOST + " properties");
    }
    if (bytes(text(more)) > OpenFile.MOST_NOTE_BYTES) {
      return Optional.of(
          "all properties of a file have at most " + OpenFile.MOST_NOTE_BYTES + " bytes");
    }
    elements.put(name, element);
    return Optional.empty();
  }

  void remove(QName name) {
    elements.remove(name);
  }

  /** The note; empty if there are no properties. */
  Optional<String> note() {
    return elements.isEmpty() ? Optional.empty() : Optional.of(text(elements));
  }

  private static String text(Map<QName, String> all) {
    return "<" + HOLDER + ">" + String.join("", all.values()) + "</" + HOLDER + ">";
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
