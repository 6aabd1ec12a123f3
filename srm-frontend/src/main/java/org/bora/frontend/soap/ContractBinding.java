package org.bora.frontend.soap;

import java.util.Collection;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.Schema;
import org.apache.cxf.databinding.AbstractDataBinding;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.MessagePartInfo;

/**
 * The types of the contract for CXF, by our own codec ({@link PartReader}, {@link ReplyWriter}):
 * JAXB takes no part in a call.
 */
final class ContractBinding extends AbstractDataBinding {
  private final Map<String, ContractType> parts;
  private final RequestScanner scanner;
  private final References references;

  /**
   * @param parts by the names of their operations
   */
  ContractBinding(Map<String, ContractType> parts, RequestScanner scanner, References references) {
    this.parts = Map.copyOf(parts);
    this.scanner = scanner;
    this.references = references;
  }

  @Override
  public void initialize(Service service) {}

  @Override
  public <T> DataReader<T> createReader(Class<T> from) {
    @SuppressWarnings("unchecked") // the one format that is supported
    DataReader<T> reader = from == XMLStreamReader.class ? (DataReader<T>) new Reader() : null;
    return reader;
  }

  @Override
  public <T> DataWriter<T> createWriter(Class<T> to) {
    return null; // replies are written by ReplyOut, since they may be streams
  }

  @Override
  public Class<?>[] getSupportedReaderFormats() {
    return new Class<?>[] {XMLStreamReader.class};
  }

  @Override
  public Class<?>[] getSupportedWriterFormats() {
    return new Class<?>[0];
  }

  /** Of one call. */
  private final class Reader implements DataReader<XMLStreamReader> {
    private Body body;

    @Override
    public Object read(MessagePartInfo part, XMLStreamReader input) {
      String name = part.getConcreteName().getLocalPart();
      String operation = name.substring(0, name.length() - "Request".length());
      PartReader reader = new PartReader(parts.get(operation), new Flaws());
      try {
        return reader.read(References.mayBeIn(body) ? resolved() : input);
      } catch (XMLStreamException flaw) {
        throw new Fault(flaw);
      }
    }

    /** The same part, where parts that stand elsewhere have taken their places. */
    private XMLStreamReader resolved() throws XMLStreamException {
      scanner.reader(body).toEnd();
      BoundedReader whole = scanner.reader(references.resolve(body));
      if (!whole.toPart()) {
        throw new IllegalStateException("a part was lost when references were resolved");
      }
      return whole;
    }

    @Override
    public void setProperty(String property, Object value) {
      if (value instanceof Message message) {
        body = Visit.of(message).body();
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
}
