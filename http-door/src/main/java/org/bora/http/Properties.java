package org.bora.http;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileType;
import org.bora.files.Conditions.Version;
import org.eclipse.jetty.http.HttpDateTime;

/**
 * Properties of files and directories: those of RFC 4918; checksum and locality for grid clients,
 * with the names that dCache gave them; and those that clients have set ({@link DeadProperties}).
 */
final class Properties {
  static final String DAV = "DAV:";
  static final String DAV_PREFIX = "d";
  private static final String DCACHE = "http://www.dcache.org/2013/webdav";
  private static final String SRM = "http://srm.lbl.gov/StorageResourceManager";
  private static final QName TYPE = new QName(DAV, "resourcetype");

  /**
   * A property.
   *
   * @param value gives the value for a file or directory; empty if it has none
   */
  private record Property(
      QName name, String prefix, Function<EntryPages.Entry, Optional<String>> value) {}

  private static final List<Property> ALL =
      List.of(
          dav("displayname", entry -> Optional.of(entry.name().last())),
          dav("getcontentlength", file(facts -> String.valueOf(facts.size()))),
          dav("getcontenttype", file(_ -> "application/octet-stream")),
          dav("getetag", file(facts -> Version.of(facts.size(), facts.modifiedAt()).tag())),
          dav(
              "getlastmodified",
              entry ->
                  Optional.of(
                      HttpDateTime.format(
                          entry.attributes().modifiedAt().atOffset(ZoneOffset.UTC)))),
          dav(
              "creationdate",
              entry ->
                  Optional.of(
                      DateTimeFormatter.ISO_INSTANT.format(
                          entry
                              .attributes()
                              .createdAt()
                              .with(java.time.temporal.ChronoField.NANO_OF_SECOND, 0)))),
          new Property(
              new QName(DCACHE, "Checksums"),
              "dcache",
              entry -> entry.attributes().checksum().map(sum -> "adler32=" + sum)),
          new Property(
              new QName(SRM, "FileLocality"), "srm", file(facts -> facts.locality().name())));

  /**
   * The quota properties of RFC 4331: what the caller may still store, and has stored. Only for
   * directories, and only if requested by name, because they must be counted.
   */
  static final List<QName> QUOTAS =
      List.of(new QName(DAV, "quota-available-bytes"), new QName(DAV, "quota-used-bytes"));

  /** Where davix asks for a mode with each look; nothing is kept there. */
  private static final String LCGDM = "LCGDM:";

  private Properties() {}

  /** Whether the name is of a property that is no client's to set, known here or not. */
  static boolean isReserved(QName name) {
    return name.getNamespaceURI().equals(DAV)
        || name.getNamespaceURI().equals(LCGDM)
        || ALL.stream().anyMatch(property -> property.name().equals(name));
  }

  private static Property dav(String name, Function<EntryPages.Entry, Optional<String>> value) {
    return new Property(new QName(DAV, name), DAV_PREFIX, value);
  }

  private static Function<EntryPages.Entry, Optional<String>> file(
      Function<Attributes, String> value) {
    return entry ->
        isDirectory(entry) ? Optional.empty() : Optional.of(value.apply(entry.attributes()));
  }

  private static boolean isDirectory(EntryPages.Entry entry) {
    return entry.attributes().type() == FileType.DIRECTORY;
  }

  /** On the element that holds all answers. */
  static void declare(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeNamespace(DAV_PREFIX, DAV);
    xml.writeNamespace("dcache", DCACHE);
    xml.writeNamespace("srm", SRM);
  }

  /**
   * Writes the requested properties of an entry.
   *
   * @param asked empty for all
   * @param quotas values of {@link #QUOTAS}, if there are any
   */
  static void write(
      XMLStreamWriter xml,
      EntryPages.Entry entry,
      List<QName> asked,
      boolean namesOnly,
      Map<QName, String> quotas)
      throws XMLStreamException {
    xml.writeStartElement(DAV, "response");
    MultiStatus.text(xml, "href", entry.name().href(isDirectory(entry)));
    xml.writeStartElement(DAV, "propstat");
    xml.writeStartElement(DAV, "prop");
    if (asked.isEmpty() || asked.contains(TYPE)) {
      type(xml, isDirectory(entry) && !namesOnly);
    }
    List<QName> told = new ArrayList<>(List.of(TYPE));
    dead(xml, entry.note(), asked, namesOnly, told);
    for (Property property : ALL) {
      Optional<String> value = property.value().apply(entry);
      if (value.isPresent() && (asked.isEmpty() || asked.contains(property.name()))) {
        told.add(property.name());
        value(xml, property, namesOnly ? "" : value.get());
      }
    }
    if (isDirectory(entry)) {
      for (Map.Entry<QName, String> quota : quotas.entrySet()) {
        told.add(quota.getKey());
        MultiStatus.text(xml, quota.getKey().getLocalPart(), quota.getValue());
      }
    }
    xml.writeEndElement();
    MultiStatus.text(xml, "status", "HTTP/1.1 200 OK");
    xml.writeEndElement();
    unknown(xml, asked.stream().filter(name -> !told.contains(name)).toList());
    xml.writeEndElement();
  }

  private static void dead(
      XMLStreamWriter xml, String note, List<QName> asked, boolean namesOnly, List<QName> told)
      throws XMLStreamException {
    for (Map.Entry<QName, String> one : DeadProperties.of(note).elements().entrySet()) {
      QName name = one.getKey();
      // the owner of the file may have written anything
      if (!isReserved(name) && (asked.isEmpty() || asked.contains(name))) {
        told.add(name);
        if (namesOnly) {
          name(xml, name);
        } else {
          PropertyXml.write(xml, one.getValue());
        }
      }
    }
  }

  private static void type(XMLStreamWriter xml, boolean collection) throws XMLStreamException {
    xml.writeStartElement(DAV, "resourcetype");
    if (collection) {
      xml.writeEmptyElement(DAV, "collection");
    }
    xml.writeEndElement();
  }

  private static void value(XMLStreamWriter xml, Property property, String value)
      throws XMLStreamException {
    xml.writeStartElement(
        property.prefix(), property.name().getLocalPart(), property.name().getNamespaceURI());
    xml.writeCharacters(value);
    xml.writeEndElement();
  }

  private static void unknown(XMLStreamWriter xml, List<QName> names) throws XMLStreamException {
    if (names.isEmpty()) {
      return;
    }
    xml.writeStartElement(DAV, "propstat");
    xml.writeStartElement(DAV, "prop");
    for (QName name : names) {
      name(xml, name);
    }
    xml.writeEndElement();
    MultiStatus.text(xml, "status", "HTTP/1.1 404 Not Found");
    xml.writeEndElement();
  }

  /** A property without its value. */
  static void name(XMLStreamWriter xml, QName name) throws XMLStreamException {
    if (name.getNamespaceURI().isEmpty()) {
      xml.writeEmptyElement("", name.getLocalPart(), "");
      xml.writeDefaultNamespace("");
    } else {
      xml.writeEmptyElement("u", name.getLocalPart(), name.getNamespaceURI());
      xml.writeNamespace("u", name.getNamespaceURI());
    }
  }
}
