package org.bora.frontend.soap;

import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.bora.contract.codec.SafeXml;

/** The first interceptor. All later ones read the request through a {@link BoundedReader}. */
final class RequestScanner extends AbstractPhaseInterceptor<Message> {
  private final SafeXml xml;
  private final SoapSettings settings;
  private final Set<String> operations;

  /**
   * @param operations of the contract
   */
  RequestScanner(SafeXml xml, SoapSettings settings, Set<String> operations) {
    super(Phase.RECEIVE);
    this.xml = xml;
    this.settings = settings;
    this.operations = Set.copyOf(operations);
  }

  @Override
  public void handleMessage(Message message) {
    SoapVisit visit = SoapVisit.of(message);
    try {
      if (visit.flaw().isPresent()) {
        throw visit.flaw().get();
      }
      message.setContent(XMLStreamReader.class, reader(visit.body()));
    } catch (XMLStreamException flaw) {
      throw new Fault(flaw);
    }
  }

  /** The document from its beginning, within bounds. */
  BoundedReader reader(Body body) throws XMLStreamException {
    try {
      return new BoundedReader(xml.reader(body.stream()), body, settings, operations);
    } catch (XMLStreamException noBeginning) {
      throw BoundedReader.notWellFormed(noBeginning);
    }
  }
}
