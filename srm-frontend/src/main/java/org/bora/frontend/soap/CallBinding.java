package org.bora.frontend.soap;

import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.message.Message;
import org.bora.contract.codec.ContractBinding;
import org.bora.contract.codec.ContractType;
import org.bora.contract.codec.References;

/**
 * Reads the parts of calls. For parts with references it reads a body in which they are resolved.
 */
final class CallBinding extends ContractBinding {
  private final RequestScanner scanner;
  private final References references;

  /**
   * @param parts by the names of their operations
   */
  CallBinding(Map<String, ContractType> parts, RequestScanner scanner, References references) {
    super(
        parts.entrySet().stream()
            .collect(Collectors.toMap(part -> part.getKey() + "Request", Map.Entry::getValue)));
    this.scanner = scanner;
    this.references = references;
  }

  @Override
  protected XMLStreamReader input(Message message, XMLStreamReader input)
      throws XMLStreamException {
    Body body = SoapVisit.of(message).body();
    return body.contains("href") || body.contains("arrayType") ? resolved(body) : input;
  }

  /** The same part, where parts that stand elsewhere have taken their places. */
  private XMLStreamReader resolved(Body body) throws XMLStreamException {
    scanner.reader(body).toEnd();
    BoundedReader whole = scanner.reader(Body.of(resolve(body)));
    if (!whole.toPart()) {
      throw new IllegalStateException("a part was lost when references were resolved");
    }
    return whole;
  }

  private byte[] resolve(Body body) throws XMLStreamException {
    try {
      return references.resolve(body.stream());
    } catch (References.Unresolved flaw) {
      throw new Flaw(Flaw.Kind.MISTAKEN, flaw.getMessage());
    }
  }
}
