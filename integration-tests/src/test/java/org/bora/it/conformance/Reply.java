package org.bora.it.conformance;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.bora.it.wire.SrmClient;
import org.w3c.dom.Element;

/**
 * What a call was answered.
 *
 * @param code of the request, without {@code SRM_}; {@link #FAULT}, {@link #REFUSED} or {@link
 *     #NONE} where there is none
 * @param files one entry per file, token or space that has a status of its own
 * @param text as it came, for people
 */
record Reply(String code, Element body, List<Element> files, String text) {
  /** A SOAP fault or an HTTP error instead of an answer. */
  static final String FAULT = "FAULT";

  /** No connection. */
  static final String REFUSED = "REFUSED";

  /** An answer that has no status, as that of srmPing. */
  static final String NONE = "-";

  private static final String PREFIX = "SRM_";

  static Reply refused(IOException why) throws IOException {
    return new Reply(REFUSED, Xml.parse("<refused/>"), List.of(), String.valueOf(why));
  }

  static Reply of(SrmClient.Answer answer) throws IOException {
    if (answer.status() != 200) {
      return new Reply(FAULT, Xml.parse("<fault/>"), List.of(), answer.toString());
    }
    Element envelope = Xml.parse(answer.body());
    Element body = Xml.child(envelope, "Body").orElseThrow();
    Element operation = Xml.children(body).getFirst();
    if (operation.getLocalName().equals("Fault")) {
      return new Reply(FAULT, operation, List.of(), answer.body());
    }
    Element response = Xml.children(operation).getFirst();
    String code = Xml.child(response, "returnStatus").flatMap(Reply::statusCode).orElse(NONE);
    return new Reply(code, response, files(response), answer.body());
  }

  private static Optional<String> statusCode(Element status) {
    return Xml.child(status, "statusCode")
        .map(code -> code.getTextContent().replaceFirst("^" + PREFIX, ""));
  }

  /** The entries of the one list whose entries have a status. */
  private static List<Element> files(Element response) {
    return Xml.children(response).stream()
        .map(Xml::children)
        .filter(entries -> !entries.isEmpty())
        .filter(entries -> entries.stream().allMatch(one -> Xml.child(one, "status").isPresent()))
        .findFirst()
        .orElse(List.of());
  }

  List<String> fileCodes() {
    return files.stream()
        .map(file -> Xml.child(file, "status").flatMap(Reply::statusCode).orElse(NONE))
        .toList();
  }

  /** The text of the first element of a name, anywhere in the reply. */
  Optional<String> text(String name) {
    return find(body, name).map(Element::getTextContent);
  }

  /** The first element at a dotted path, each name looked for at any depth below the last. */
  static Optional<Element> find(Element root, String path) {
    Element at = root;
    for (String name : path.split("\\.", -1)) {
      Optional<Element> found =
          Xml.descendants(at, "*", name).stream().filter(one -> !Xml.isNil(one)).findFirst();
      if (found.isEmpty()) {
        return Optional.empty();
      }
      at = found.get();
    }
    return Optional.of(at);
  }

  /** What a reader of a failed row wants to see. */
  String told() {
    return code + fileCodes() + "\n" + text;
  }
}
