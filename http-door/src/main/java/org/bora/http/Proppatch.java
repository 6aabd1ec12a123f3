package org.bora.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/**
 * PROPPATCH (RFC 4918 section 9.2): either all instructions are carried out, in the order of the
 * document, or none. The engine replaces the note only if it is still the one that was read.
 */
final class Proppatch {
  private static final int ATTEMPTS = 10;

  private Proppatch() {}

  /**
   * The change of one property.
   *
   * @param element new element; empty to remove the property
   */
  record Instruction(QName name, Optional<String> element) {}

  static void serve(DavVisit visit) throws Refused, IOException {
    List<Instruction> asked = parse(XmlBody.of(visit));
    Attributes entry = visit.engine().entry(visit.name());
    Changing.allowed(visit, entry);
    PatchOutcome outcome = patch(visit, asked);
    String href = visit.name().href(entry.type() == FileType.DIRECTORY);
    MultiStatus.send(visit, xml -> outcome.write(xml, href));
  }

  private static PatchOutcome patch(DavVisit visit, List<Instruction> asked) throws Refused {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      String before =
          visit.engine().notes(visit.name(), List.of(visit.name()), DeadProperties.NOTE).getFirst();
      DeadProperties properties = DeadProperties.of(before);
      PatchOutcome outcome = PatchOutcome.of(asked, properties);
      if (!outcome.isDone()) {
        return outcome;
      }
      try {
        Optional<String> was = Optional.of(before).filter(text -> !text.isEmpty());
        if (visit.engine().annotate(visit.name(), DeadProperties.NOTE, was, properties.note())) {
          return outcome;
        }
      } catch (Refused refusal) {
        if (!isForWantOfRoom(refusal)) {
          throw refusal;
        }
        return PatchOutcome.withoutRoom(asked, refusal.getMessage());
      }
    }
    throw new Refused(
        HttpStatus.SERVICE_UNAVAILABLE_503,
        "another client is changing the properties, too: try again");
  }

  /** The filesystem may have less room for notes than they may have bytes, or none at all. */
  private static boolean isForWantOfRoom(Refused refusal) {
    return refusal.status() == HttpStatus.NOT_IMPLEMENTED_501
        || refusal.status() == HttpStatus.INSUFFICIENT_STORAGE_507;
  }

  static List<Instruction> parse(byte[] body) throws Refused {
    List<Instruction> asked = new ArrayList<>();
    try {
      XMLStreamReader xml = XmlBody.reader(new ByteArrayInputStream(body));
      xml.nextTag();
      if (!XmlBody.isDav(xml, "propertyupdate")) {
        throw new Refused(HttpStatus.BAD_REQUEST_400, "the body is no propertyupdate");
      }
      String language = XmlBody.language(xml, "");
      while (XmlBody.child(xml)) {
        boolean set = XmlBody.isDav(xml, "set");
        if (set || XmlBody.isDav(xml, "remove")) {
          properties(xml, set, XmlBody.language(xml, language), asked);
        } else {
          XmlBody.skip(xml);
        }
      }
      XmlBody.end(xml);
    } catch (XMLStreamException e) {
      throw XmlBody.malformed();
    }
    if (asked.isEmpty()) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "no property is to be set or removed");
    }
    return asked;
  }

  private static void properties(
      XMLStreamReader xml, boolean set, String language, List<Instruction> asked)
      throws XMLStreamException, Refused {
    while (XmlBody.child(xml)) {
      if (!XmlBody.isDav(xml, "prop")) {
        XmlBody.skip(xml);
        continue;
      }
      String inherited = XmlBody.language(xml, language);
      while (XmlBody.child(xml)) {
        QName name = xml.getName();
        Optional<String> element = Optional.empty();
        if (set) {
          element = Optional.of(PropertyXml.text(xml, inherited));
        } else {
          XmlBody.skip(xml);
        }
        asked.add(new Instruction(name, element));
        if (asked.size() > XmlBody.MOST_NAMES) {
          throw XmlBody.tooManyNames();
        }
      }
    }
  }
}
