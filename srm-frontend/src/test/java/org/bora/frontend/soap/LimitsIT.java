package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.bora.api.directory.RmRequest;
import org.bora.contract.codec.Envelope;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that are broken, hostile or too large: bounded memory, a clear answer, nothing done. */
class LimitsIT {
  private static final int MAX_ENTRIES = 100;
  private static final String ENTRY = "<urlArray>srm://localhost/some/directory/file</urlArray>";
  private static Endpoint endpoint;

  @BeforeAll
  static void start() throws Exception {
    endpoint =
        new Endpoint(
            new SoapSettings(
                "httpg://h/srm/managerv2",
                "0.1",
                64 << 10,
                64 << 10,
                Duration.ofSeconds(30),
                MAX_ENTRIES,
                12));
  }

  @AfterAll
  static void stop() {
    endpoint.close();
  }

  @BeforeEach
  void forget() {
    endpoint.backend.requests.clear();
  }

  @Test
  void asManyEntriesAsAllowedAreServed() throws Exception {
    Endpoint.Reply reply = endpoint.call("srmRm", array(ENTRY.repeat(MAX_ENTRIES)));

    assertTrue(reply.body().contains("SRM_SUCCESS"), reply.body());
    assertEquals(MAX_ENTRIES, endpoint.backend.only(RmRequest.class).surls().size());
  }

  @Test
  void oneEntryMoreIsAnInvalidRequest() throws Exception {
    Endpoint.Reply reply = endpoint.call("srmRm", array(ENTRY.repeat(MAX_ENTRIES + 1)));

    invalid(reply, "more than 100 entries");
  }

  @Test
  void aSurlLongerThanIsKeptIsAnInvalidRequest() throws Exception {
    String start = "srm://host/";
    String longest = start + "x".repeat(16_000 - start.length());
    endpoint.call("srmRm", array("<urlArray>" + longest + "</urlArray>"));
    assertEquals(1, endpoint.backend.only(RmRequest.class).surls().size());
    endpoint.backend.requests.clear();

    invalid(
        endpoint.call("srmRm", array("<urlArray>" + start + "x".repeat(16_000) + "</urlArray>")),
        "a SURL of 16011 characters; at most 16000 are possible");
    invalid(
        endpoint.call("srmMkdir", "<SURL>" + start + "x".repeat(20_000) + "</SURL>"),
        "a SURL of 20011 characters");
  }

  @Test
  void aMillionSurlsCostNoMoreMemoryThanTheLimit() throws Exception {
    HttpRequest.BodyPublisher million =
        HttpRequest.BodyPublishers.ofInputStream(() -> callOf(ENTRY, 1_000_000));
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    long before = memory.getHeapMemoryUsage().getUsed();

    refusedOrCutOff(million, "entries");
    memory.gc();
    long kept = memory.getHeapMemoryUsage().getUsed() - before;
    assertTrue(kept < 16 << 20, kept + " bytes more than before");
  }

  @Test
  void aBodyOf100MegabytesIsRefusedAndTheNextCallServed() throws Exception {
    String megabyte = "<unknown>" + "x".repeat((1 << 20) - 19) + "</unknown>";

    refusedOrCutOff(
        HttpRequest.BodyPublishers.ofInputStream(() -> callOf(megabyte, 100)),
        "longer than 65536 bytes");

    assertEquals(200, endpoint.call("srmPing", "").code());
  }

  /** A client that sends on after the answer may find the connection closed. */
  private static void refusedOrCutOff(HttpRequest.BodyPublisher body, String flaw)
      throws Exception {
    try {
      invalid(endpoint.post(body), flaw);
    } catch (IOException cutOff) {
      assertTrue(endpoint.backend.requests.isEmpty());
    }
  }

  @Test
  void aBodyAtTheLimitIsServedAndOneByteMoreIsNot() throws Exception {
    String call = Endpoint.envelope("srmMkdir", "<SURL>srm://h/a</SURL>");
    String atLimit = call + " ".repeat((64 << 10) - call.length());

    assertTrue(endpoint.post(atLimit).body().contains("SRM_SUCCESS"));
    endpoint.backend.requests.clear();
    invalid(endpoint.post(atLimit + " "), "longer than 65536 bytes");
  }

  @Test
  void depthIsBounded() throws Exception {
    // Envelope, Body, call and part are four of the twelve
    assertEquals(200, endpoint.call("srmPing", nested(8)).code());
    assertFalse(endpoint.call("srmMkdir", nested(8)).body().contains("nested deeper"));
    invalid(endpoint.call("srmMkdir", nested(9)), "nested deeper than 12");
  }

  @Test
  void noEntityIsEverExpanded() throws Exception {
    String bomb =
        """
        <?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">\
        <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>"""
            + body("srmMkdir", "<SURL>&c;</SURL>");
    String external =
        "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
            + body("srmMkdir", "<SURL>&e;</SURL>");

    fault(endpoint.post(bomb), "document type");
    fault(endpoint.post(external), "document type");
    fault(endpoint.post(body("srmMkdir", "<SURL>&undeclared;</SURL>")), "not well-formed");
  }

  @Test
  void whatIsNoRequestGetsAClientFault() throws Exception {
    fault(endpoint.post(""), "not well-formed");
    fault(endpoint.post("hello"), "not well-formed");
    fault(endpoint.post(body("srmMkdir", "<SURL>srm://h/a</SURLS>")), "not well-formed");
    fault(endpoint.post(body("srmMkdir", "").substring(0, 200)), "not well-formed");
    fault(endpoint.post(body("srmFormatDisk", "")), "not an operation of SRM v2.2: srmFormatDisk");
    fault(
        endpoint.post("<e:Envelope xmlns:e='" + Envelope.SOAP + "'><e:Body/></e:Envelope>"),
        "missing or empty");
  }

  @Test
  void anotherVersionOfSoapIsAnsweredAsSuch() throws Exception {
    String soap12 = "http://www.w3.org/2003/05/soap-envelope";
    for (String other :
        List.of(
            "<a/>",
            "<Envelope/>",
            "<e:Envelope xmlns:e='urn:e'/>",
            body("srmMkdir", "<SURL>srm://h/a</SURL>").replace(Envelope.SOAP, soap12))) {
      Endpoint.Reply reply = endpoint.post(other);

      assertEquals(500, reply.code(), reply.body());
      assertTrue(reply.body().contains("<faultcode>soap:VersionMismatch<"), reply.body());
      assertTrue(endpoint.backend.requests.isEmpty(), other);
    }
  }

  @Test
  void attributesAreBounded() throws Exception {
    StringBuilder many = new StringBuilder("<SURL");
    for (int i = 0; i < 1000; i++) {
      many.append(" a").append(i).append("='1'");
    }

    fault(endpoint.post(body("srmMkdir", many + ">srm://h/a</SURL>")), "not well-formed");
  }

  @Test
  void referencesToReferencesDoNotGrowWithoutBound() throws Exception {
    StringBuilder bomb = new StringBuilder("<arrayOfSURLs href='#a0'/>");
    for (int i = 0; i < 6; i++) {
      bomb.append("<x id='a").append(i).append("'>");
      bomb.append(("<x href='#a" + (i + 1) + "'/>").repeat(30)).append("</x>");
    }
    bomb.append("<x id='a6'>srm://h/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</x>");

    invalid(endpoint.call("srmRm", bomb.toString()), "references");
    invalid(endpoint.call("srmRm", "<arrayOfSURLs id='a' href='#a'/>"), "refers to");
    invalid(endpoint.call("srmRm", "<x id='a'><x href='#a'/></x>"), "nested deeper");
    invalid(endpoint.call("srmRm", "<arrayOfSURLs href='#gone'/>"), "refers to");
  }

  @Test
  void emptyArraysAndNegativeNumbersAreInvalidRequests() throws Exception {
    String file =
        "<arrayOfFileRequests><requestArray><targetSURL>srm://h/a</targetSURL>"
            + "<sourceSURL>srm://h/a</sourceSURL></requestArray></arrayOfFileRequests>";
    invalid(endpoint.call("srmRm", array("")), "arrayOfSURLs is empty");
    invalid(endpoint.call("srmRm", array("<urlArray xsi:nil='true'/>")), "arrayOfSURLs is empty");
    invalid(endpoint.call("srmPrepareToPut", "<arrayOfFileRequests/>"), "is empty");
    invalid(endpoint.call("srmPutDone", array(ENTRY)), "requestToken is missing");
    invalid(endpoint.call("srmLs", array(ENTRY) + "<numOfLevels>-1</numOfLevels>"), "numOfLevels");
    for (String operation : List.of("srmPrepareToPut", "srmPrepareToGet", "srmBringOnline")) {
      invalid(
          endpoint.call(operation, file + "<desiredTotalRequestTime>-2</desiredTotalRequestTime>"),
          "desiredTotalRequestTime is -2");
    }
    invalid(
        endpoint.call(
            "srmPrepareToPut",
            file.replace("<sourceSURL>", "<expectedFileSize>-5</expectedFileSize><sourceSURL>")),
        "not a size in bytes: -5");
  }

  private static String answered(String head, byte[] body) throws Exception {
    try (Socket socket = new Socket("localhost", endpoint.port())) {
      socket.setSoTimeout(60_000);
      String request = "POST " + SrmServlet.PATH + " HTTP/1.1\r\nHost: localhost\r\n" + head;
      socket.getOutputStream().write((request + "Connection: close\r\n\r\n").getBytes(UTF_8));
      socket.getOutputStream().write(body);
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void aRequestInManySmallPiecesIsARequest() throws Exception {
    String request = Endpoint.envelope("srmPing", "") + " ".repeat(100_000);
    var pieces = new ByteArrayOutputStream();
    for (byte one : request.getBytes(UTF_8)) {
      pieces.writeBytes(new byte[] {'1', '\r', '\n', one, '\r', '\n'});
    }
    pieces.writeBytes("0\r\n\r\n".getBytes(UTF_8));

    String answer = answered("Transfer-Encoding: chunked\r\n", pieces.toByteArray());

    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    assertTrue(answer.contains("srmPingResponse"), answer);
  }

  @Test
  void aRequestThatIsCompressedIsRefusedWithTheWayOut() throws Exception {
    var compressed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(compressed)) {
      gzip.write(Endpoint.envelope("srmPing", "").getBytes(UTF_8));
    }
    for (String encoding : List.of("gzip", "GZIP", "identity, deflate", "br")) {
      String head = "Content-Encoding: " + encoding + "\r\nContent-Length: " + compressed.size();

      String answer = answered(head + "\r\n", compressed.toByteArray());

      assertTrue(answer.startsWith("HTTP/1.1 415 "), answer);
      assertTrue(answer.contains("Accept-Encoding: identity\r\n"), answer);
    }
    byte[] plain = Endpoint.envelope("srmPing", "").getBytes(UTF_8);
    String head = "Content-Encoding: identity\r\nContent-Length: " + plain.length + "\r\n";
    assertTrue(answered(head, plain).startsWith("HTTP/1.1 200 "));
  }

  private static void invalid(Endpoint.Reply reply, String text) {
    assertEquals(200, reply.code(), reply.body());
    assertTrue(reply.body().contains("SRM_INVALID_REQUEST"), reply.body());
    assertTrue(reply.body().contains(text), reply.body());
    assertTrue(endpoint.backend.requests.isEmpty(), "the backend was asked");
  }

  private static void fault(Endpoint.Reply reply, String text) {
    assertEquals(500, reply.code(), reply.body());
    assertEquals(
        "text/xml;charset=utf-8",
        reply.http().headers().firstValue("content-type").orElseThrow().toLowerCase(Locale.ROOT));
    assertTrue(reply.body().contains("<faultcode>soap:Client</faultcode>"), reply.body());
    assertTrue(reply.body().contains(text), reply.body());
    assertFalse(reply.body().contains("Exception"), reply.body());
    assertTrue(endpoint.backend.requests.isEmpty(), "the backend was asked");
  }

  private static String array(String entries) {
    return "<arrayOfSURLs>" + entries + "</arrayOfSURLs>";
  }

  private static String nested(int depth) {
    return "<d>".repeat(depth) + "</d>".repeat(depth);
  }

  private static String body(String operation, String fields) {
    String envelope = Endpoint.envelope(operation, fields);
    return envelope.substring(envelope.indexOf("<SOAP-ENV:Envelope"));
  }

  /** A srmRm made while it is sent. */
  private static InputStream callOf(String entry, int times) {
    String[] around = Endpoint.envelope("srmRm", array("@")).split("@", -1);
    return new InputStream() {
      private int part = -1;
      private InputStream current = InputStream.nullInputStream();

      @Override
      public int read() {
        throw new UnsupportedOperationException("read in blocks");
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        int count = current.read(into, offset, length);
        while (count < 0 && part <= times) {
          String text = part < 0 ? around[0] : part < times ? entry : around[1];
          part++;
          current = new ByteArrayInputStream(text.getBytes(UTF_8));
          count = current.read(into, offset, length);
        }
        return count;
      }
    };
  }
}
