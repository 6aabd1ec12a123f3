package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.bora.door.http.Refused;
import org.bora.http.Proppatch.Instruction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All of a PROPPATCH, or nothing, in the order of the document. */
class ProppatchTest {
  private static final String HEAD = "<d:propertyupdate xmlns:d='DAV:'>";
  private static final String END = "</d:propertyupdate>";

  private final DeadProperties properties = DeadProperties.of("");

  private static List<Instruction> parse(String content) throws Refused {
    return Proppatch.parse((HEAD + content + END).getBytes(StandardCharsets.UTF_8));
  }

  private static String set(String element) {
    return "<d:set><d:prop>" + element + "</d:prop></d:set>";
  }

  private static String remove(String element) {
    return "<d:remove><d:prop>" + element + "</d:prop></d:remove>";
  }

  /** The answer, without its namespaces. */
  private static String told(PatchOutcome outcome) throws XMLStreamException {
    StringWriter told = new StringWriter();
    XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(told);
    xml.writeStartElement("d", "multistatus", Properties.DAV);
    Properties.declare(xml);
    outcome.write(xml, "/f");
    xml.writeEndElement();
    xml.flush();
    return told.toString();
  }

  private PatchOutcome patch(String content) throws Refused {
    return PatchOutcome.of(parse(content), properties);
  }

  @Test
  void instructionsAreFollowedInTheirOrder() throws Refused {
    assertTrue(patch(set("<a>1</a>") + remove("<a/>")).isDone());
    assertEquals(Optional.empty(), properties.note());
    assertTrue(patch(remove("<a/>") + set("<a>1</a><b>2</b>") + set("<a>3</a>")).isDone());
    assertEquals(Optional.of("<p><a>3</a><b>2</b></p>"), properties.note());
  }

  @Test
  void whatIsUnknownIsPassedOver() throws Refused {
    List<Instruction> asked =
        parse("<x:more xmlns:x='urn:x'><a/></x:more><d:set><x/><d:prop><a/></d:prop></d:set>");
    assertEquals(List.of(new Instruction(new QName("a"), Optional.of("<a></a>"))), asked);
  }

  @Test
  void aLanguageComesFromAbove() throws Refused {
    String set = "<d:set xml:lang='de'><d:prop><a/><b xml:lang='fr'/></d:prop></d:set>";
    assertEquals(
        List.of("<a xml:lang=\"de\"></a>", "<b xml:lang=\"fr\"></b>"),
        parse(set).stream().map(one -> one.element().orElseThrow()).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<d:getetag>x</d:getetag>",
        "<d:displayname>x</d:displayname>",
        "<d:anything/>",
        "<Checksums xmlns='http://www.dcache.org/2013/webdav'/>",
        "<FileLocality xmlns='http://srm.lbl.gov/StorageResourceManager'/>",
        "<mode xmlns='LCGDM:'/>",
      })
  void propertiesOfTheServiceAreProtectedAndNothingElseIsDone(String element) throws Exception {
    for (String content :
        List.of(
            set("<a/>" + element), set(element) + remove("<a/>"), set("<a/>") + remove(element))) {
      PatchOutcome outcome = patch(content);
      assertFalse(outcome.isDone(), content);
      String told = told(outcome);
      assertTrue(told.contains("HTTP/1.1 403 Forbidden"), told);
      assertTrue(told.contains("<d:error><d:cannot-modify-protected-property/></d:error>"), told);
      assertTrue(told.contains("HTTP/1.1 424 Failed Dependency"), told);
      assertFalse(told.contains("200"), told);
    }
  }

  @Test
  void whatDoesNotFitIsToldAndTheRestFailsWithIt() throws Exception {
    PatchOutcome outcome = patch(set("<a/><b>" + "x".repeat(5000) + "</b>"));
    String told = told(outcome);
    assertFalse(outcome.isDone());
    assertTrue(
        told.contains(
            "<d:prop><b xmlns=\"\"/></d:prop><d:status>HTTP/1.1 507 Insufficient Storage</d:status>"
                + "<d:responsedescription>a property has at most 4096 bytes</d:responsedescription>"),
        told);
    assertTrue(
        told.contains(
            "<d:prop><a xmlns=\"\"/></d:prop><d:status>HTTP/1.1 424 Failed Dependency</d:status>"),
        told);
  }

  @Test
  void whereTheFilesystemHasNoRoomNothingIsSet() throws Exception {
    List<Instruction> asked = parse(set("<a/>") + remove("<b/>"));
    String told = told(PatchOutcome.withoutRoom(asked, "it keeps none"));
    assertTrue(told.contains("507 Insufficient Storage"), told);
    assertTrue(told.contains("it keeps none"), told);
    assertTrue(told.contains("424 Failed Dependency"), told);
  }

  @Test
  void oneAnswerTellsOfAllPropertiesThatWereSet() throws Exception {
    String told = told(patch(set("<a/><x:b xmlns:x='urn:x'/>") + remove("<c/>")));
    assertTrue(
        told.contains(
            "<d:href>/f</d:href><d:propstat><d:prop><a xmlns=\"\"/>"
                + "<u:b xmlns:u=\"urn:x\"/><c xmlns=\"\"/></d:prop>"
                + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"),
        told);
  }

  @Test
  void aRequestNamesABoundedNumber() throws Refused {
    int most = XmlBody.MOST_NAMES;
    assertEquals(most, parse(remove("<a/>".repeat(most))).size());
    Refused refusal =
        assertThrows(Refused.class, () -> parse(remove("<a/>".repeat(most)) + set("<a/>")));
    assertEquals(413, refusal.status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<d:set/>",
        "<d:set><d:prop/></d:set>",
        "<d:set><d:prop><a></d:prop></d:set>",
        "<set><d:prop><a/></d:prop></set>",
      })
  void aRequestThatChangesNothingOrIsMalformedIsRefused(String content) {
    assertEquals(400, assertThrows(Refused.class, () -> parse(content)).status());
  }

  @Test
  void anotherBodyIsRefused() {
    for (String body : List.of("", "text", "<propertyupdate/>", "<d:propfind xmlns:d='DAV:'/>")) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      assertEquals(400, assertThrows(Refused.class, () -> Proppatch.parse(bytes)).status(), body);
    }
  }
}
