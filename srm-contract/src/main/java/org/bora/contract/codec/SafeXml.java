package org.bora.contract.codec;

import com.ctc.wstx.api.InvalidCharHandler;
import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.api.WstxOutputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * XML as it is let in and out: no document type, no entity but the five predefined ones, bounded
 * attributes; characters that XML cannot carry (file names may have them) go out as U+FFFD.
 */
public final class SafeXml {
  private static final int MAX_ATTRIBUTES = 64;
  private static final int MAX_ATTRIBUTE_CHARACTERS = 8192;

  private final WstxInputFactory readers = new WstxInputFactory();
  private final WstxOutputFactory writers = new WstxOutputFactory();

  /** Thread safe; costly to make. */
  public SafeXml() {
    readers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    readers.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    readers.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
    readers.setProperty(XMLInputFactory.IS_COALESCING, true);
    // otherwise what is broken within a text is thrown unchecked to the code that asks for the text
    readers.getConfig().doParseLazily(false);
    readers.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, MAX_ATTRIBUTES);
    readers.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, MAX_ATTRIBUTE_CHARACTERS);
    writers.setProperty(
        WstxOutputProperties.P_OUTPUT_INVALID_CHAR_HANDLER,
        new InvalidCharHandler.ReplacingHandler('\uFFFD'));
  }

  /** A reader over a whole document, whose encoding it finds out by itself. */
  public XMLStreamReader reader(InputStream document) throws XMLStreamException {
    return readers.createXMLStreamReader(document);
  }

  public XMLOutputFactory writers() {
    return writers;
  }
}
