package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A property means the same where it is kept, and where it is told. */
class PropertyXmlTest {

  /** The first child of an element. */
  private static String kept(String document, String language) throws XMLStreamException {
    XMLStreamReader xml =
        XmlBody.reader(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    xml.nextTag();
    XmlBody.child(xml);
    String text = PropertyXml.text(xml, language);
    XmlBody.end(xml);
    return text;
  }

  private static String kept(String document) throws XMLStreamException {
    return kept(document, "");
  }

  private static String told(String text) throws XMLStreamException {
    StringWriter told = new StringWriter();
    XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(told);
    PropertyXml.write(xml, text);
    xml.close();
    return told.toString();
  }

  @Test
  void whatStandsAroundAPropertyIsNotNeededToReadIt() throws XMLStreamException {
    assertEquals(
        "<x:a xmlns:x=\"urn:x\">1</x:a>", kept("<p xmlns:x='urn:x' xmlns='y'><x:a>1</x:a></p>"));
    assertEquals("<a xmlns=\"urn:y\"></a>", kept("<p xmlns='urn:y'><a/></p>"));
    assertEquals(
        "<x:a xmlns:x=\"urn:x\"><b x:c=\"d\"></b></x:a>",
        kept("<p xmlns:x='urn:x'><x:a><b x:c='d'/></x:a></p>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a></a>",
        "<a xmlns=\"urn:y\"><b xmlns=\"\">text</b></a>",
        "<x:a xmlns:x=\"urn:x\"><x:b xmlns:x=\"urn:z\"></x:b><x:c></x:c></x:a>",
        "<a b=\"1 &lt; 2 &amp; &quot;3&quot;\">1 &lt; 2 &amp;amp; 3 ]]&gt;</a>",
        "<a> &#13; two\nlines\t</a>",
        "<a>\ud800\udc00 \u00fc</a>",
        "<gr\u00f6\u00dfe>1</gr\u00f6\u00dfe>",
        "<a xml:lang=\"de\"></a>",
      })
  void whatIsKeptIsToldUnchanged(String text) throws XMLStreamException {
    assertEquals(text, kept("<p>" + text + "</p>"));
    assertEquals(text, told(text));
  }

  @Test
  void aLanguageIsInherited() throws XMLStreamException {
    assertEquals("<a xml:lang=\"de\"></a>", kept("<p><a/></p>", "de"));
    assertEquals("<a xml:lang=\"fr\"></a>", kept("<p><a xml:lang='fr'/></p>", "de"));
  }

  @Test
  void commentsAndInstructionsAreLeftOut() throws XMLStreamException {
    assertEquals("<a>bc</a>", kept("<p><a>b<!-- no --><?do it?>c</a></p>"));
    assertEquals("<a>&lt;b&gt;</a>", kept("<p><a><![CDATA[<b>]]></a></p>"));
  }

  @Test
  void elementsLieInEachOtherToABound() throws XMLStreamException {
    int most = XmlBody.MOST_DEPTH - 1;
    kept("<p>" + "<a>".repeat(most) + "</a>".repeat(most) + "</p>");
    String deeper = "<p>" + "<a>".repeat(most + 1) + "</a>".repeat(most + 1) + "</p>";
    assertThrows(XMLStreamException.class, () -> kept(deeper));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE p><p><a/></p>",
        "<!DOCTYPE p [<!ENTITY e 'x'>]><p><a>&e;</a></p>",
        "<!DOCTYPE p SYSTEM 'file:///etc/passwd'><p><a/></p>",
        "<!DOCTYPE p [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><p><a>&e;</a></p>",
        "<p><a>&e;</a></p>",
        "<p><x:a/></p>",
        "<p><a xmlns:x=''/></p>",
        "<p><a b='1' b='2'/></p>",
        "<p><a></p>",
        "<p><a/></p><p/>",
        "<p><a>\u0001</a></p>",
        "",
      })
  void whatIsNotWellFormedOrHasADocumentTypeIsRefused(String document) {
    assertThrows(XMLStreamException.class, () -> kept(document));
  }
}
