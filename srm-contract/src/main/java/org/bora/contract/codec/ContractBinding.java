package org.bora.contract.codec;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.validation.Schema;
import org.apache.cxf.Bus;
import org.apache.cxf.databinding.AbstractDataBinding;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.wsdl11.WSDLServiceFactory;

/**
 * The types of the contract for CXF, by our own codec: JAXB takes no part in a call. What it reads
 * is a {@link Question}.
 */
public class ContractBinding extends AbstractDataBinding {
  private static final String WSDL = "/wsdl/srm.v2.2.encoded.wsdl";

  private final Map<String, ContractType> parts;

  /**
   * @param parts by name, such as {@code srmLsRequest}; all that are read or written
   */
  public ContractBinding(Map<String, ContractType> parts) {
    this.parts = Map.copyOf(parts);
  }

  /** The contract's service, bound so. */
  public Service service(Bus bus) {
    String wsdl = ContractBinding.class.getResource(WSDL).toString();
    Service service =
        new WSDLServiceFactory(bus, wsdl, new QName(Envelope.SRM, "SRMService")).create();
    service.setDataBinding(this);
    return service;
  }

  /** The document from which the part is read that the input is at. */
  protected XMLStreamReader input(Message message, XMLStreamReader input)
      throws XMLStreamException {
    return input;
  }

  private ContractType type(MessagePartInfo part) {
    return parts.get(part.getConcreteName().getLocalPart());
  }

  @Override
  public void initialize(Service service) {}

  @Override
  @SuppressWarnings("unchecked") // the one format that is supported
  public <T> DataReader<T> createReader(Class<T> from) {
    return from == XMLStreamReader.class ? (DataReader<T>) new Reader() : null;
  }

  @Override
  @SuppressWarnings("unchecked") // the one format that is supported
  public <T> DataWriter<T> createWriter(Class<T> to) {
    return to == XMLStreamWriter.class ? (DataWriter<T>) new Writer() : null;
  }

  @Override
  public Class<?>[] getSupportedReaderFormats() {
    return new Class<?>[] {XMLStreamReader.class};
  }

  @Override
  public Class<?>[] getSupportedWriterFormats() {
    return new Class<?>[] {XMLStreamWriter.class};
  }

  /** Of one message. */
  private final class Reader implements DataReader<XMLStreamReader> {
    private Message message;

    @Override
    public Object read(MessagePartInfo part, XMLStreamReader input) {
      try {
        return new PartReader(type(part), new Flaws()).read(input(message, input));
      } catch (XMLStreamException flaw) {
        throw new Fault(flaw);
      }
    }

    @Override
    public void setProperty(String property, Object value) {
      if (value instanceof Message read) {
        message = read;
      }
    }

    @Override
    public Object read(XMLStreamReader input) {
      throw new UnsupportedOperationException("a part is read by its name");
    }

    @Override
    public Object read(QName element, XMLStreamReader input, Class<?> type) {
      throw new UnsupportedOperationException("a part is read by its name");
    }

    @Override
    public void setSchema(Schema schema) {}

    @Override
    public void setAttachments(Collection<Attachment> attachments) {}
  }

  /** Writes fields in the order of the contract, which some servers insist on. */
  private final class Writer implements DataWriter<XMLStreamWriter> {

    @Override
    public void write(Object part, MessagePartInfo info, XMLStreamWriter output) {
      try {
        output.writeStartElement(info.getConcreteName().getLocalPart());
        fields(type(info), part, output);
        output.writeEndElement();
      } catch (XMLStreamException broken) {
        throw new Fault(broken);
      }
    }

    private void fields(ContractType type, Object instance, XMLStreamWriter output)
        throws XMLStreamException {
      for (ContractField field : type.fields()) {
        Object content = field.of(instance);
        List<?> entries = content instanceof List<?> list ? list : List.of();
        for (Object entry : content == null || field.isList() ? entries : List.of(content)) {
          output.writeStartElement(field.name());
          if (field.isStructure()) {
            fields(field.structure(), entry, output);
          } else {
            output.writeCharacters(field.text(entry));
          }
          output.writeEndElement();
        }
      }
    }

    @Override
    public void write(Object part, XMLStreamWriter output) {
      throw new UnsupportedOperationException("a part is written by its name");
    }

    @Override
    public void setProperty(String property, Object value) {}

    @Override
    public void setSchema(Schema schema) {}

    @Override
    public void setAttachments(Collection<Attachment> attachments) {}
  }
}
