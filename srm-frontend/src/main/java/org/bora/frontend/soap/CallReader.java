package org.bora.frontend.soap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.interceptor.RPCInInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.bora.contract.codec.ContractType;
import org.bora.contract.codec.Flaws;
import org.bora.contract.codec.Question;

/**
 * Reads the call. If an error follows the call's name, the operation itself must answer, so the
 * call continues with the error. Later classes never see broken or oversized input.
 */
final class CallReader extends RPCInInterceptor {
  private final Map<String, ContractType> parts;

  /**
   * @param parts by the names of their operations
   */
  CallReader(Map<String, ContractType> parts) {
    this.parts = Map.copyOf(parts);
  }

  @Override
  public void handleMessage(Message message) {
    XMLStreamReader reader = message.getContent(XMLStreamReader.class);
    Optional<Flaw> mistake = Optional.empty();
    try {
      super.handleMessage(message);
      ((BoundedReader) reader).toEnd();
    } catch (RuntimeException | XMLStreamException failure) {
      mistake = Flaw.behind(failure).filter(flaw -> flaw.kind() == Flaw.Kind.MISTAKEN);
      if (mistake.isEmpty()) {
        throw failure instanceof RuntimeException fault ? fault : new Fault(failure);
      }
    } finally {
      SoapVisit.of(message).turn().close();
    }
    MessageContentsList read = MessageContentsList.getContentsList(message);
    if (mistake.isPresent() || read.isEmpty()) {
      String name = message.getExchange().get(BindingOperationInfo.class).getName().getLocalPart();
      Flaws flaws = new Flaws();
      flaws.add(mistake.map(Flaw::getMessage).orElse(name + "Request is missing"));
      Question nothing = new Question(parts.get(name).empty(), flaws);
      message.setContent(List.class, new MessageContentsList(nothing));
    }
  }
}
