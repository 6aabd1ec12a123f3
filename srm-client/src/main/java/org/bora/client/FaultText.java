package org.bora.client;

import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.interceptor.ClientFaultConverter;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.phase.Phase;

/**
 * Reads the one thing of a fault that is told. CXF's own interceptor insists on a fault code whose
 * prefix is declared, and holds the details as a tree.
 */
final class FaultText extends AbstractSoapInterceptor {

  FaultText() {
    super(Phase.UNMARSHAL);
    addBefore(ClientFaultConverter.class.getName());
  }

  @Override
  public void handleMessage(SoapMessage message) {
    try {
      String text = text(message.getContent(XMLStreamReader.class)).orElse("without a text");
      message.setContent(Exception.class, new SoapFault(text, Soap11.getInstance().getReceiver()));
    } catch (XMLStreamException broken) {
      throw new Fault(broken);
    }
  }

  private static Optional<String> text(XMLStreamReader fault) throws XMLStreamException {
    while (fault.hasNext()) {
      if (fault.next() == XMLStreamConstants.START_ELEMENT
          && fault.getLocalName().equals("faultstring")) {
        return Optional.of(fault.getElementText());
      }
    }
    return Optional.empty();
  }
}
