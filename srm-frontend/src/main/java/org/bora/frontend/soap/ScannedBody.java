package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletRequest;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.AbstractHTTPDestination;

/** Gives CXF the body that was scanned, through the lenient reader, in place of the stream. */
final class ScannedBody extends AbstractPhaseInterceptor<Message> {
  private final SafeXml xml;

  ScannedBody(SafeXml xml) {
    super(Phase.POST_STREAM);
    addBefore(StaxInInterceptor.class.getName());
    this.xml = xml;
  }

  @Override
  public void handleMessage(Message message) {
    HttpServletRequest http =
        (HttpServletRequest) message.get(AbstractHTTPDestination.HTTP_REQUEST);
    Incoming incoming = (Incoming) http.getAttribute(Incoming.ATTRIBUTE);
    try {
      message.setContent(XMLStreamReader.class, new LenientReader(xml.reader(incoming.body())));
    } catch (XMLStreamException broken) {
      throw new Fault(broken);
    }
    // of the reply: CXF would answer in the encoding of the request
    message.put(Message.ENCODING, "UTF-8");
    message.put(JAXBDataBinding.READER_VALIDATION_EVENT_HANDLER, incoming.flaws());
  }
}
