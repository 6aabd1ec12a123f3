package org.bora.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.bora.contract.codec.References;
import org.bora.contract.codec.SafeXml;

/**
 * Opens answers for CXF: looks at all of one first, within bounds, and puts parts that stand
 * elsewhere (Axis writes every structure so, SOAP 1.1 section 5.4.1) into their places. Thread
 * safe.
 */
final class AnswerReader {
  private static final int DEEPEST = 32;
  private static final int MOST_ELEMENTS = 20_000;
  private static final int MOST_RESOLVED_BYTES = 4 << 20;

  private final SafeXml xml = new SafeXml();
  private final References references = new References(xml, MOST_RESOLVED_BYTES, DEEPEST);

  /**
   * At the beginning of the answer.
   *
   * @throws IOException if it is no XML, or more of it than any answer to our calls has
   */
  XMLStreamReader open(byte[] answer) throws IOException {
    try {
      if (!refers(reader(answer))) {
        return reader(answer);
      }
      return reader(references.resolve(new ByteArrayInputStream(answer)));
    } catch (References.Unresolved e) {
      throw new IOException("the answer is no answer of an SRM: " + e.getMessage(), e);
    } catch (XMLStreamException e) {
      throw new IOException("the answer is not XML", e);
    }
  }

  private XMLStreamReader reader(byte[] document) throws XMLStreamException {
    return xml.reader(new ByteArrayInputStream(document));
  }

  /** Whether parts of it stand elsewhere; it is sound where this returns. */
  private static boolean refers(XMLStreamReader document) throws XMLStreamException, IOException {
    boolean refers = false;
    int depth = 0;
    int elements = 0;
    while (document.hasNext()) {
      switch (document.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (++depth > DEEPEST || ++elements > MOST_ELEMENTS) {
            throw new IOException("the answer is deeper or longer than any to this call");
          }
          refers |= document.getAttributeValue("", "href") != null;
        }
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.DTD ->
            throw new IOException("the answer has a document type declaration");
        default -> {}
      }
    }
    return refers;
  }
}
