package org.bora.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.interceptor.Fault;
import org.bora.contract.SrmPrepareToGetResponse;
import org.bora.contract.SrmPutDoneResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileAnswersTest {

  private static final String STATUS = "<returnStatus><statusCode>%s</statusCode></returnStatus>";

  @Test
  void aPinnedFileIsReady() throws Exception {
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
  void aServerThatQueuesIsWaitedFor() throws Exception {
    assertEquals(
        new SrmAnswer.Queued("T", OptionalInt.of(30)),
        prepared(
            STATUS.formatted("SRM_REQUEST_QUEUED")
                + "<requestToken>T</requestToken><arrayOfFileStatuses><statusArray>"
                + "<status><statusCode>SRM_REQUEST_INPROGRESS</statusCode></status>"
                + "<estimatedWaitTime>30</estimatedWaitTime></statusArray></arrayOfFileStatuses>"));
  }

  @Test
  void theStatusOfTheFileCountsBeforeThatOfTheRequest() throws Exception {
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
  void withoutFilesTheRequestIsWhatWasRefused() throws Exception {
    assertEquals(
        new SrmAnswer.Refused("SRM_AUTHORIZATION_FAILURE", ""),
        prepared(STATUS.formatted("SRM_AUTHORIZATION_FAILURE")));
  }

  @Test
  void axisPutsPartsElsewhereAndRefersToThem() throws Exception {
    String body =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<n:srmPrepareToGetResponse xmlns:n='y'><srmPrepareToGetResponse href='#id0'/>"
            + "</n:srmPrepareToGetResponse>"
            + "<multiRef id='id0'><returnStatus href='#id1'/><requestToken>T</requestToken>"
            + "<arrayOfFileStatuses><statusArray href='#id2'/></arrayOfFileStatuses></multiRef>"
            + "<multiRef id='id1'><statusCode>SRM_SUCCESS</statusCode></multiRef>"
            + "<multiRef id='id2'><status href='#id3'/><transferURL>gsiftp://h/f</transferURL>"
            + "</multiRef><multiRef id='id3'><statusCode href='#id4'/></multiRef>"
            + "<multiRef id='id4'>SRM_SPACE_AVAILABLE</multiRef></e:Body></e:Envelope>";
    assertEquals(
        new SrmAnswer.Ready("T", "gsiftp://h/f", OptionalLong.empty()), FileAnswers.of(read(body)));
  }

  @Test
  void anArrayWithEntriesOfAnyNameIsRead() throws Exception {
    assertEquals(
        new SrmAnswer.Ready("T", "gsiftp://h/f", OptionalLong.of(7)),
        prepared(
            STATUS.formatted("SRM_SUCCESS")
                + "<requestToken>T</requestToken><arrayOfFileStatuses "
                + "xmlns:c='http://schemas.xmlsoap.org/soap/encoding/' c:arrayType='x[1]'>"
                + "<item href='#f'/></arrayOfFileStatuses>",
            "<multiRef id='f'><fileSize>7</fileSize><status><statusCode>SRM_FILE_PINNED"
                + "</statusCode></status><transferURL>gsiftp://h/f</transferURL></multiRef>"));
  }

  @Test
  void aPartThatRefersToItselfEnds() {
    String body = soap("<srmPrepareToGetResponse id='a' href='#a'/>", "");
    assertThrows(Exception.class, () -> read(body));
  }

  @Test
  void aFaultIsToldByItsText() {
    String body =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>"
            + "<faultcode>e:Server</faultcode><faultstring>no such thing</faultstring>"
            + "</e:Fault></e:Body></e:Envelope>";
    SoapFault fault = assertThrows(SoapFault.class, () -> read(body));
    assertEquals("no such thing", fault.getMessage());
  }

  @Test
  void aNumberThatIsNoneIsAbsent() throws Exception {
    assertEquals(
        new SrmAnswer.Ready("T", "gsiftp://h/f", OptionalLong.empty()),
        prepared(
            STATUS.formatted("SRM_SUCCESS")
                + "<requestToken>T</requestToken><arrayOfFileStatuses><statusArray>"
                + "<fileSize>many</fileSize><estimatedWaitTime>99999999999</estimatedWaitTime>"
                + "<status><statusCode>SRM_FILE_PINNED</statusCode></status>"
                + "<transferURL>gsiftp://h/f</transferURL></statusArray></arrayOfFileStatuses>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not xml",
        "<Envelope/>",
        "<e:Envelope xmlns:e='x'><e:Body/></e:Envelope>",
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'/>",
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body/></e:Envelope>",
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<srmPutDoneResponse/></e:Body></e:Envelope>",
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<srmPrepareToGetResponse><other/></srmPrepareToGetResponse></e:Body></e:Envelope>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><Envelope><Body>&b;</Body></Envelope>",
      })
  void nonsenseIsAFailure(String body) {
    assertThrows(Exception.class, () -> read(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "<returnStatus/>", "<returnStatus><statusCode>OK</statusCode></returnStatus>"})
  void anAnswerWithoutAStatusOfSrmIsAFailure(String content) {
    assertThrows(IOException.class, () -> prepared(content));
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
  void anEndIsGoodOrSaysWhy() throws Exception {
    String file =
        "<arrayOfFileStatuses><statusArray><status><statusCode>%s</statusCode></status>"
            + "</statusArray></arrayOfFileStatuses>";
    assertEquals(
        Optional.empty(), ended(STATUS.formatted("SRM_SUCCESS") + file.formatted("SRM_SUCCESS")));
    assertEquals(
        Optional.of(new SrmAnswer.Refused("SRM_INVALID_PATH", "")),
        ended(STATUS.formatted("SRM_FAILURE") + file.formatted("SRM_INVALID_PATH")));
    assertEquals(Optional.empty(), ended(STATUS.formatted("SRM_SUCCESS")));
  }

  @Test
  void anAnswerNestedWithoutEndIsRefused() {
    String deep = "<a>".repeat(40) + "</a>".repeat(40);
    Fault failure = assertThrows(Fault.class, () -> prepared(deep));
    assertTrue(failure.getCause().getMessage().contains("deeper"), failure.toString());
  }

  private static SrmAnswer prepared(String content) throws Exception {
    return prepared(content, "");
  }

  private static SrmAnswer prepared(String content, String beside) throws Exception {
    String part = "<srmPrepareToGetResponse>" + content + "</srmPrepareToGetResponse>";
    return FileAnswers.of(read(soap(part, beside)));
  }

  private static Optional<SrmAnswer.Refused> ended(String content) throws Exception {
    String part = "<srmPutDoneResponse>" + content + "</srmPutDoneResponse>";
    SrmPutDoneResponse reply =
        new CannedServer(soap(part, "").replace("srm:srmPrepareToGet", "srm:srmPutDone"))
            .ask("srmPutDone", Requests.putDone("T", "srm://h/f"), SrmPutDoneResponse.class);
    return FileAnswers.ended(reply.getReturnStatus(), reply.getArrayOfFileStatuses());
  }

  private static String soap(String part, String beside) {
    return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
        + "<srm:srmPrepareToGetResponse xmlns:srm='http://srm.lbl.gov/StorageResourceManager'>"
        + part
        + "</srm:srmPrepareToGetResponse>"
        + beside
        + "</e:Body></e:Envelope>";
  }

  private static SrmPrepareToGetResponse read(String body) throws Exception {
    return new CannedServer(body)
        .ask(
            "srmPrepareToGet",
            Requests.prepareToGet("srm://h/f", 60),
            SrmPrepareToGetResponse.class);
  }
}
