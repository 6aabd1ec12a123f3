package org.bora.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {

  private static final String STATUS = "<returnStatus><statusCode>%s</statusCode></returnStatus>";

  @Test
  void aPinnedFileIsReady() throws IOException {
    assertEquals(
        new SrmAnswer.Ready("T", "gsiftp://h/f", OptionalLong.of(7)),
        prepared(
            STATUS.formatted("SRM_SUCCESS")
                + "<requestToken>T</requestToken><arrayOfFileStatuses><statusArray>"
                + "<sourceSURL>srm://h/f</sourceSURL><fileSize>7</fileSize>"
                + "<status><statusCode>SRM_FILE_PINNED</statusCode></status>"
                + "<transferURL>gsiftp://h/f</transferURL></statusArray></arrayOfFileStatuses>"));
  }

  @Test
  void aServerThatQueuesIsWaitedFor() throws IOException {
    assertEquals(
        new SrmAnswer.Queued("T", OptionalInt.of(30)),
        prepared(
            STATUS.formatted("SRM_REQUEST_QUEUED")
                + "<requestToken>T</requestToken><arrayOfFileStatuses><statusArray>"
                + "<status><statusCode>SRM_REQUEST_INPROGRESS</statusCode></status>"
                + "<estimatedWaitTime>30</estimatedWaitTime></statusArray></arrayOfFileStatuses>"));
  }

  @Test
  void theStatusOfTheFileCountsBeforeThatOfTheRequest() throws IOException {
    assertEquals(
        new SrmAnswer.Refused("SRM_INVALID_PATH", "no such file"),
        prepared(
            STATUS.formatted("SRM_FAILURE")
                + "<arrayOfFileStatuses><statusArray><status>"
                + "<statusCode>SRM_INVALID_PATH</statusCode>"
                + "<explanation>no\n such\u0085 file</explanation>"
                + "</status></statusArray></arrayOfFileStatuses>"));
  }

  @Test
  void withoutFilesTheRequestIsWhatWasRefused() throws IOException {
    assertEquals(
        new SrmAnswer.Refused("SRM_AUTHORIZATION_FAILURE", ""),
        prepared(STATUS.formatted("SRM_AUTHORIZATION_FAILURE")));
  }

  @Test
  void axisPutsPartsElsewhereAndRefersToThem() throws IOException {
    String body =
        "<e:Envelope xmlns:e='x'><e:Body><n:srmXResponse xmlns:n='y'>"
            + "<srmXResponse href='#id0'/></n:srmXResponse>"
            + "<multiRef id='id0'><returnStatus href='#id1'/><requestToken>T</requestToken>"
            + "<arrayOfFileStatuses><statusArray href='#id2'/></arrayOfFileStatuses></multiRef>"
            + "<multiRef id='id1'><statusCode>SRM_SUCCESS</statusCode></multiRef>"
            + "<multiRef id='id2'><status href='#id3'/><transferURL>gsiftp://h/f</transferURL>"
            + "</multiRef><multiRef id='id3'><statusCode href='#id4'/></multiRef>"
            + "<multiRef id='id4'>SRM_SPACE_AVAILABLE</multiRef></e:Body></e:Envelope>";
    assertEquals(
        new SrmAnswer.Ready("T", "gsiftp://h/f", OptionalLong.empty()),
        Answers.prepared(read(body), Optional.empty()));
  }

  @Test
  void aPartThatRefersToItselfEnds() {
    String body =
        "<Envelope><Body><srmXResponse><srmXResponse id='a' href='#a'/></srmXResponse>"
            + "</Body></Envelope>";
    assertThrows(IOException.class, () -> Answers.prepared(read(body), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not xml",
        "<Envelope/>",
        "<Envelope><Body><Fault><faultstring>no</faultstring></Fault></Body></Envelope>",
        "<Envelope><Body><srmXResponse/></Body></Envelope>",
        "<Envelope><Body><srmXResponse><returnStatus><statusCode>OK</statusCode></returnStatus>"
            + "</srmXResponse></Body></Envelope>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><Envelope><Body>&b;</Body></Envelope>",
      })
  void nonsenseIsAFailure(String body) {
    assertThrows(IOException.class, () -> Answers.prepared(read(body), Optional.empty()));
  }

  @Test
  void readyWithoutATransferUrlOrATokenIsNonsenseToo() {
    String file =
        "<arrayOfFileStatuses><statusArray><status><statusCode>SRM_FILE_PINNED</statusCode>"
            + "</status>%s</statusArray></arrayOfFileStatuses>";
    assertThrows(
        IOException.class,
        () -> prepared(STATUS.formatted("SRM_SUCCESS") + "<requestToken>T</requestToken>" + file));
    assertThrows(
        IOException.class,
        () ->
            prepared(
                STATUS.formatted("SRM_SUCCESS")
                    + file.formatted("<transferURL>gsiftp://h/f</transferURL>")));
  }

  @Test
  void anEndIsGoodOrSaysWhy() throws IOException {
    String file =
        "<arrayOfFileStatuses><statusArray><status><statusCode>%s</statusCode></status>"
            + "</statusArray></arrayOfFileStatuses>";
    assertEquals(
        Optional.empty(),
        Answers.ended(wrapped(STATUS.formatted("SRM_SUCCESS") + file.formatted("SRM_SUCCESS"))));
    assertEquals(
        Optional.of(new SrmAnswer.Refused("SRM_INVALID_PATH", "")),
        Answers.ended(
            wrapped(STATUS.formatted("SRM_FAILURE") + file.formatted("SRM_INVALID_PATH"))));
  }

  @Test
  void anAnswerNestedWithoutEndIsRefused() {
    String deep = "<a>".repeat(40) + "</a>".repeat(40);
    assertThrows(IOException.class, () -> prepared(deep));
  }

  private static SrmAnswer prepared(String content) throws IOException {
    return Answers.prepared(wrapped(content), Optional.empty());
  }

  private static ReplyElement wrapped(String content) throws IOException {
    return read(
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<s:srmXResponse xmlns:s='http://srm.lbl.gov/StorageResourceManager'><srmXResponse>"
            + content
            + "</srmXResponse></s:srmXResponse></e:Body></e:Envelope>");
  }

  private static ReplyElement read(String body) throws IOException {
    return new ReplyReader().read(body.getBytes(StandardCharsets.UTF_8), "srmXResponse");
  }
}
