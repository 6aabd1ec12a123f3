package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.put.PutRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.Surl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What clients do beyond, or against, the contract. */
class WireHabitsIT extends OnEndpoint {

  @BeforeEach
  void forget() {
    endpoint.backend.requests.clear();
  }

  @Test
  void pingTellsVersionAndBackend() throws Exception {
    Endpoint.Reply reply = endpoint.call("srmPing", "");

    assertEquals(200, reply.code());
    assertTrue(reply.body().contains("<versionInfo>v2.2</versionInfo>"), reply.body());
    assertTrue(reply.body().contains("<key>backend_type</key><value>Bora</value>"), reply.body());
    assertTrue(reply.body().contains("<key>backend_version</key><value>0.1</value>"), reply.body());
  }

  @Test
  void aReplyHasItsLengthAndIsUtf8() throws Exception {
    Endpoint.Reply reply = endpoint.call("srmRm", surls("srm://h/\u00e4\u20ac"));

    assertTrue(reply.body().contains("<surl>srm://h/\u00e4\u20ac</surl>"), reply.body());
    assertTrue(reply.http().headers().firstValue("transfer-encoding").isEmpty());
    assertEquals(
        reply.http().body().length,
        reply.http().headers().firstValueAsLong("content-length").orElseThrow());
  }

  @Test
  void fieldsOutOfOrderAreReadLikeOrderedOnes() throws Exception {
    endpoint.call(
        "srmLs",
        "<numOfLevels>2</numOfLevels><fullDetailedList>1</fullDetailedList><count>7</count>"
            + surls("srm://h/a")
            + "<offset>3</offset>");

    LsRequest ls = endpoint.backend.only(LsRequest.class);
    assertEquals(OptionalInt.of(2), ls.levels());
    assertEquals(OptionalInt.of(3), ls.offset());
    assertEquals(OptionalInt.of(7), ls.count());
    assertTrue(ls.full());
    assertEquals(List.of(new Surl("srm://h/a")), ls.surls());
  }

  @Test
  void nilIsAbsentForEveryKindOfField() throws Exception {
    endpoint.call(
        "srmLs",
        "<authorizationID xsi:nil='true'/>"
            + surls("srm://h/a")
            + "<storageSystemInfo xsi:nil='true'/><fileStorageType xsi:nil='1'/>"
            + "<fullDetailedList xsi:nil='true'/><numOfLevels xsi:nil='true'/>");

    LsRequest ls = endpoint.backend.only(LsRequest.class);
    assertEquals(OptionalInt.empty(), ls.levels());
    assertEquals(Optional.empty(), ls.filter());
    assertFalse(ls.full());
  }

  @Test
  void enumerationsMayBeNumbers() throws Exception {
    endpoint.call(
        "srmSetPermission",
        "<SURL>srm://h/a</SURL><permissionType>2</permissionType>"
            + "<ownerPermission>6</ownerPermission><otherPermission>0</otherPermission>");

    SetPermissionRequest set = endpoint.backend.only(SetPermissionRequest.class);
    assertEquals(PermissionType.CHANGE, set.type());
    assertEquals(Optional.of(PermissionMode.RW), set.owner());
    assertEquals(Optional.of(PermissionMode.NONE), set.other());
  }

  @Test
  void aWordOutsideTheContractIsAnInvalidRequest() throws Exception {
    Endpoint.Reply reply =
        endpoint.call("srmLs", surls("srm://h/a") + "<fileStorageType>3</fileStorageType>");

    assertTrue(reply.body().contains("SRM_INVALID_REQUEST"), reply.body());
    assertTrue(reply.body().contains("fileStorageType is 3"), reply.body());
    assertTrue(endpoint.backend.requests.isEmpty());
  }

  @Test
  void typesNamespacesAndUnknownElementsAreNotSeen() throws Exception {
    Endpoint.Reply reply =
        endpoint.call(
            "srmRm",
            "<futureField><deeper>1</deeper></futureField>"
                + "<srm:arrayOfSURLs xsi:type='srm:NoSuchType' xmlns:e='urn:e' e:arrayType='x[1]'>"
                + "<urlArray xsi:type='xsd:anyURI'>srm://h/a</urlArray></srm:arrayOfSURLs>");

    assertEquals(200, reply.code());
    assertEquals(List.of(new Surl("srm://h/a")), endpoint.backend.only(RmRequest.class).surls());
  }

  @Test
  void aValueThatCannotBeReadIsNotTakenForAbsent() throws Exception {
    for (String field :
        List.of(
            "<numOfLevels>two</numOfLevels>",
            "<count>99999999999</count>",
            "<offset/>",
            "<fullDetailedList>maybe</fullDetailedList>")) {
      Endpoint.Reply reply = endpoint.call("srmLs", surls("srm://h/a") + field);

      assertEquals(200, reply.code());
      assertTrue(reply.body().contains("SRM_INVALID_REQUEST"), field + reply.body());
      assertTrue(endpoint.backend.requests.isEmpty(), field);
    }
  }

  @Test
  void surlsComeBackByteForByte() throws Exception {
    String surl = "srm://h:8444/srm/managerv2?SFN=//vo/a b+c%20d@&amp;e/";

    Endpoint.Reply reply = endpoint.call("srmRm", surls(surl));

    assertTrue(reply.body().contains("<surl>" + surl + "</surl>"), reply.body());
    assertEquals(
        "srm://h:8444/srm/managerv2?SFN=//vo/a b+c%20d@&e/",
        endpoint.backend.only(RmRequest.class).surls().getFirst().text());
  }

  @Test
  void referencesStandForWhatTheyReferTo() throws Exception {
    String axis =
        """
        <soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>\
        <ns1:srmPrepareToPut xmlns:ns1="http://srm.lbl.gov/StorageResourceManager">\
        <srmPrepareToPutRequest href="#id0"/></ns1:srmPrepareToPut>\
        <multiRef id="id0"><arrayOfFileRequests href="#id1"/><overwriteOption href="#id4"/>\
        <desiredPinLifeTime xsi:nil="true"/></multiRef>\
        <multiRef id="id1"><requestArray href="#id2"/><requestArray href="#id3"/></multiRef>\
        <multiRef id="id2"><targetSURL>srm://h/a</targetSURL></multiRef>\
        <multiRef id="id3"><expectedFileSize>9</expectedFileSize><targetSURL>srm://h/b</targetSURL>\
        </multiRef><multiRef id="id4">ALWAYS</multiRef></soapenv:Body></soapenv:Envelope>\
        """;

    endpoint.post(axis);

    PutRequest put = endpoint.backend.only(PutRequest.class);
    assertEquals("srm://h/a", put.files().get(0).target().orElseThrow().text());
    assertEquals("srm://h/b", put.files().get(1).target().orElseThrow().text());
    assertEquals(9, put.files().get(1).expectedSize().orElseThrow());
    assertEquals(OverwriteMode.ALWAYS, put.overwrite());
    assertEquals(OptionalInt.empty(), put.pinLifetime());
  }

  @Test
  void aSurlThatLooksLikeAReferenceIsNone() throws Exception {
    endpoint.call("srmMkdir", "<SURL>srm://h/href=\"#x\"</SURL>");

    assertEquals("srm://h/href=\"#x\"", endpoint.backend.only(MkdirRequest.class).surl().text());
  }

  @Test
  void storageTypeAndTokenAreHandedOn() throws Exception {
    endpoint.call(
        "srmPrepareToPut",
        "<arrayOfFileRequests><requestArray><targetSURL>srm://h/a</targetSURL></requestArray>"
            + "</arrayOfFileRequests><desiredFileStorageType>PERMANENT</desiredFileStorageType>"
            + "<targetSpaceToken>space-1</targetSpaceToken>");

    PutRequest put = endpoint.backend.only(PutRequest.class);
    assertEquals(Optional.of(FileStorageType.PERMANENT), put.storageType());
    assertEquals(Optional.of("space-1"), put.spaceToken());
    assertEquals(OverwriteMode.NEVER, put.overwrite());
  }

  @Test
  void anAbsoluteTargetOfAnUnknownSchemeAndAnySoapActionAreTaken() throws Exception {
    String body = Endpoint.envelope("srmPing", "");
    String head =
        """
        POST httpg://localhost:8444/srm/managerv2 HTTP/1.1\r
        Host: localhost:8444\r
        SOAPAction: "NobodyKnowsThis"\r
        Connection: close\r
        Content-Length: %d\r
        \r
        """
            .formatted(body.length());
    try (Socket socket = new Socket("localhost", endpoint.port())) {
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      String reply = new String(in.readAllBytes(), StandardCharsets.UTF_8);

      assertTrue(reply.startsWith("HTTP/1.1 200"), reply);
      assertTrue(reply.contains("v2.2"), reply);
    }
  }

  @Test
  void theWsdlIsTheEncodedContractWithOurAddress() throws Exception {
    Endpoint.Reply reply = endpoint.get("?wsdl");

    assertEquals(200, reply.code());
    assertTrue(reply.body().contains("use=\"encoded\""), reply.body());
    assertTrue(
        reply.body().contains("location=\"httpg://srm.example.org:8444/srm/managerv2\""),
        reply.body());
    assertEquals(405, endpoint.get("").code());
  }

  @Test
  void theWsdlIsNotSentToAClientThatHasIt() throws Exception {
    HttpResponse<byte[]> first = endpoint.get("?wsdl").http();
    HttpResponse<byte[]> again = endpoint.get("?wsdl").http();
    String tag = first.headers().firstValue("ETag").orElseThrow();

    assertArrayEquals(first.body(), again.body());
    assertEquals(tag, again.headers().firstValue("ETag").orElseThrow());
    assertEquals(
        first.body().length, first.headers().firstValueAsLong("Content-Length").orElseThrow());

    HttpResponse<byte[]> known = endpoint.ask("?wsdl", "GET", "If-None-Match", tag);
    assertEquals(304, known.statusCode());
    assertEquals(0, known.body().length);
    assertEquals(200, endpoint.ask("?wsdl", "GET", "If-None-Match", "\"other\"").statusCode());
  }

  @Test
  void theHeadOfTheWsdlTellsItsLength() throws Exception {
    HttpResponse<byte[]> head = endpoint.ask("?wsdl", "HEAD", "Accept", "*/*");

    assertEquals(200, head.statusCode());
    assertEquals(0, head.body().length);
    assertEquals(
        endpoint.get("?wsdl").http().body().length,
        head.headers().firstValueAsLong("Content-Length").orElseThrow());
    assertEquals(405, endpoint.ask("", "HEAD", "Accept", "*/*").statusCode());
  }

  @Test
  void whatXmlCannotCarryIsReplacedInReplies() throws Exception {
    endpoint.backend.obstacle =
        () -> {
          throw new org.bora.api.BackendFailure(
              org.bora.api.BackendFailure.Kind.TRANSIENT, "a \u0001 name", null);
        };
    try {
      Endpoint.Reply reply = endpoint.call("srmMkdir", "<SURL>srm://h/a</SURL>");

      assertEquals(200, reply.code());
      assertTrue(reply.body().contains("a \uFFFD name"), reply.body());
    } finally {
      endpoint.backend.obstacle = () -> {};
    }
  }

  private static String surls(String surl) {
    return "<arrayOfSURLs><urlArray>" + surl + "</urlArray></arrayOfSURLs>";
  }
}
