package org.bora.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.bora.http.Proppatch.Instruction;

/**
 * The result of a PROPPATCH for each property.
 *
 * @param verdicts in the order of the document
 */
record PatchOutcome(Map<QName, Verdict> verdicts) {

  /** The kinds of results. */
  private enum Kind {
    DONE("200 OK"),
    PROTECTED("403 Forbidden"),
    NO_ROOM("507 Insufficient Storage"),
    FAILED_DEPENDENCY("424 Failed Dependency");

    private final String status;

    Kind(String status) {
      this.status = status;
    }
  }

  /**
   * The result for one property.
   *
   * @param why explanation; may be empty
   */
  record Verdict(Kind kind, String why) {}

  private static final Verdict DONE = new Verdict(Kind.DONE, "");
  private static final Verdict PROTECTED =
      new Verdict(Kind.PROTECTED, "the service itself has properties of this name");
  private static final Verdict FAILED_DEPENDENCY = new Verdict(Kind.FAILED_DEPENDENCY, "");

  /** Executes the instructions as far as possible. */
  static PatchOutcome of(List<Instruction> asked, DeadProperties properties) {
    return of(asked, instruction -> follow(instruction, properties));
  }

  /** If there is no room for the properties. */
  static PatchOutcome withoutRoom(List<Instruction> asked, String why) {
    Verdict verdict = new Verdict(Kind.NO_ROOM, why);
    return of(asked, instruction -> instruction.element().isPresent() ? verdict : DONE);
  }

  private static PatchOutcome of(List<Instruction> asked, Function<Instruction, Verdict> follow) {
    Map<QName, Verdict> verdicts = new LinkedHashMap<>();
    for (Instruction instruction : asked) {
      Verdict verdict = follow.apply(instruction);
      // of several about one property, the one that is not followed tells
      verdicts.merge(
          instruction.name(), verdict, (one, other) -> one.kind() == Kind.DONE ? other : one);
    }
    PatchOutcome outcome = new PatchOutcome(verdicts);
    if (!outcome.isDone()) {
      verdicts.replaceAll((_, one) -> one.kind() == Kind.DONE ? FAILED_DEPENDENCY : one);
    }
    return outcome;
  }

  private static Verdict follow(Instruction instruction, DeadProperties properties) {
    if (Properties.isReserved(instruction.name())) {
      return PROTECTED;
    }
    if (instruction.element().isEmpty()) {
      properties.remove(instruction.name());
      return DONE;
    }
    Optional<String> obstacle = properties.set(instruction.name(), instruction.element().get());
    return obstacle.map(why -> new Verdict(Kind.NO_ROOM, why)).orElse(DONE);
  }

  boolean isDone() {
    return verdicts.values().stream().allMatch(verdict -> verdict.kind() == Kind.DONE);
  }

  /** One response, with a propstat for each verdict. */
  void write(XMLStreamWriter xml, String href) throws XMLStreamException {
    xml.writeStartElement(Properties.DAV, "response");
    MultiStatus.text(xml, "href", href);
    for (Verdict verdict : verdicts.values().stream().distinct().toList()) {
      xml.writeStartElement(Properties.DAV, "propstat");
      xml.writeStartElement(Properties.DAV, "prop");
      for (Map.Entry<QName, Verdict> one : verdicts.entrySet()) {
        if (one.getValue().equals(verdict)) {
          Properties.name(xml, one.getKey());
        }
      }
      xml.writeEndElement();
      MultiStatus.text(xml, "status", "HTTP/1.1 " + verdict.kind().status);
      if (verdict.kind() == Kind.PROTECTED) {
        xml.writeStartElement(Properties.DAV, "error");
        xml.writeEmptyElement(Properties.DAV, "cannot-modify-protected-property");
        xml.writeEndElement();
      }
      if (!verdict.why().isEmpty()) {
        MultiStatus.text(xml, "responsedescription", verdict.why());
      }
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }
}
