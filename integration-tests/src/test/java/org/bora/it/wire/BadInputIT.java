package org.bora.it.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What no decent client sends, over the real wire to a running site: an answer, and nothing
 * changed.
 */
class BadInputIT {

  private static Site site;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("bad-input");
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @AfterEach
  void theSiteStillServes() throws Exception {
    try (SrmClient client = alice()) {
      assertEquals("v2.2", client.call("srmPing", "").element("versionInfo"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not xml",
        "<a><b></a>",
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body/></e:Envelope>",
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<s:srmNoSuch xmlns:s='http://srm.lbl.gov/StorageResourceManager'/></e:Body></e:Envelope>",
        "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>"
      })
  void whatIsNotAnSrmCallIsAClientFault(String body) throws Exception {
    try (SrmClient client = alice()) {
      SrmClient.Answer answer = client.post(body);
      assertTrue(answer.status() >= 400, answer.toString());
      assertTrue(!answer.body().contains("root:"), answer.body());
      assertTrue(!answer.body().contains("Exception"), answer.body());
    }
  }

  @Test
  void anEntityBombIsRefused() throws Exception {
    StringBuilder bomb = new StringBuilder("<!DOCTYPE b [<!ENTITY a0 'x'>");
    for (int i = 1; i < 30; i++) {
      bomb.append("<!ENTITY a").append(i).append(" '&a").append(i - 1).append(";&a").append(i - 1);
      bomb.append(";'>");
    }
    bomb.append("]><b>&a29;</b>");
    try (SrmClient client = alice()) {
      assertTrue(client.post(bomb.toString()).status() >= 400);
    }
  }

  @Test
  void aHundredMegabytesAreRefusedBeforeTheyAreRead() throws Exception {
    try (SrmClient client = alice()) {
      client.head(100L << 20);
      byte[] chunk = new byte[1 << 16];
      java.util.Arrays.fill(chunk, (byte) ' ');
      int status = 0;
      try {
        for (int i = 0; i < 1600; i++) {
          client.send(chunk);
        }
        client.flush();
      } catch (IOException theServerStoppedReading) {
        // the answer may still be there
      }
      try {
        status = client.answer().status();
      } catch (IOException closed) {
        status = 413;
      }
      assertTrue(status >= 400, "status " + status);
    }
  }

  @Test
  void aMillionSurlsAreRefusedInTheProtocol() throws Exception {
    String one = "<urlArray>srm://localhost/testvo/x</urlArray>";
    String head =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><s:srmRm"
            + " xmlns:s='http://srm.lbl.gov/StorageResourceManager'><srmRmRequest><arrayOfSURLs>";
    String tail = "</arrayOfSURLs></srmRmRequest></s:srmRm></e:Body></e:Envelope>";
    byte[] thousand = one.repeat(1000).getBytes(StandardCharsets.US_ASCII);
    try (SrmClient client = alice()) {
      client.head(head.length() + 1000L * thousand.length + tail.length());
      int status;
      String body = "";
      try {
        client.send(head.getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 1000; i++) {
          client.send(thousand);
        }
        client.send(tail.getBytes(StandardCharsets.US_ASCII));
        client.flush();
      } catch (IOException theServerStoppedReading) {
        // the answer may still be there
      }
      try {
        SrmClient.Answer answer = client.answer();
        status = answer.status();
        body = answer.code();
      } catch (IOException closed) {
        status = 413;
      }
      assertTrue(
          status >= 400 || List.of("SRM_INVALID_REQUEST", "SRM_TOO_MANY_RESULTS").contains(body),
          status + " " + body);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "srmLs, <arrayOfSURLs></arrayOfSURLs>",
    "srmRm, <arrayOfSURLs/>",
    "srmPrepareToGet, <arrayOfFileRequests></arrayOfFileRequests>",
    "srmPrepareToPut, ''",
    "srmBringOnline, <arrayOfFileRequests/>",
    "srmReleaseFiles, ''",
    "srmGetSpaceMetaData, <arrayOfSpaceTokens/>",
    "srmStatusOfPutRequest, <requestToken>no-such-token</requestToken>",
    "srmStatusOfGetRequest, <requestToken>no-such-token</requestToken>",
    "srmStatusOfBringOnlineRequest, <requestToken>no-such-token</requestToken>",
    "srmAbortRequest, <requestToken>no-such-token</requestToken>",
    "srmGetSpaceTokens, <userSpaceTokenDescription>none</userSpaceTokenDescription>"
  })
  void anEmptyOrUnknownThingIsAnInvalidRequest(String operation, String fields) throws Exception {
    try (SrmClient client = alice()) {
      assertEquals("SRM_INVALID_REQUEST", client.call(operation, fields).code());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"offset", "count", "numOfLevels"})
  void negativeNumbersAreInvalid(String field) throws Exception {
    try (SrmClient client = alice()) {
      String fields =
          "<arrayOfSURLs><urlArray>"
              + surl("")
              + "</urlArray></arrayOfSURLs><"
              + field
              + ">-1</"
              + field
              + ">";
      assertEquals("SRM_INVALID_REQUEST", client.call("srmLs", fields).code());
    }
  }

  @Test
  void negativeTimesAreInvalid() throws Exception {
    try (SrmClient client = alice()) {
      String fields = put("f") + "<desiredTotalRequestTime>-2</desiredTotalRequestTime>";
      assertEquals("SRM_INVALID_REQUEST", client.call("srmPrepareToPut", fields).code());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "srm://elsewhere.example.org/testvo/x",
        "gsiftp://localhost/testvo/x",
        "/testvo/x",
        "srm://localhost/testvo/../../etc/passwd",
        "srm://localhost/testvo/%2e%2e/%2e%2e/etc/passwd",
        "srm://localhost/testvo/a%00b",
        "srm://localhost/novo/x",
        "srm://localhost/testvo/.bora-put-x"
      })
  void aSurlThatLeadsNowhereIsAnInvalidPathOfThatFile(String surl) throws Exception {
    try (SrmClient client = alice()) {
      SrmClient.Answer answer =
          client.call("srmRm", "<arrayOfSURLs><urlArray>" + surl + "</urlArray></arrayOfSURLs>");
      assertEquals("SRM_FAILURE", answer.code(), answer.body());
      assertEquals("SRM_INVALID_PATH", answer.fileCode(), answer.body());
      assertTrue(answer.body().contains(surl), "the SURL is echoed byte for byte");
    }
  }

  @Test
  void someoneElsesTokenIsRefused() throws Exception {
    String token;
    try (SrmClient client = alice()) {
      token = client.call("srmPrepareToPut", put("hers")).element("requestToken");
    }
    try (SrmClient bob = new SrmClient("localhost", site.port(), site.proxy("bob-voms"))) {
      String fields = "<requestToken>" + token + "</requestToken>";
      assertEquals("SRM_AUTHORIZATION_FAILURE", bob.call("srmAbortRequest", fields).code());
      assertEquals("SRM_AUTHORIZATION_FAILURE", bob.call("srmStatusOfPutRequest", fields).code());
    }
    try (SrmClient client = alice()) {
      String fields = "<requestToken>" + token + "</requestToken>";
      assertEquals("SRM_SUCCESS", client.call("srmStatusOfPutRequest", fields).code());
      assertEquals("SRM_SUCCESS", client.call("srmAbortRequest", fields).code());
    }
  }

  @TestFactory
  Stream<DynamicTest> noStringDoesAnythingButMeanItself() {
    return new HostileStrings(site).tests();
  }

  @Test
  void directoriesSwappedForLinksLeadNowhereElse() throws Exception {
    new SwappedDirectories(site).tryEverything();
  }

  @Test
  void aFileIsNoDirectoryAndADirectoryNoFile() throws Exception {
    try (SrmClient client = alice()) {
      client.call("srmMkdir", "<SURL>" + surl("/dir") + "</SURL>");
      SrmClient.Answer rm =
          client.call(
              "srmRm", "<arrayOfSURLs><urlArray>" + surl("/dir") + "</urlArray></arrayOfSURLs>");
      assertEquals("SRM_INVALID_PATH", rm.fileCode(), rm.body());
      SrmClient.Answer get =
          client.call(
              "srmPrepareToGet",
              "<arrayOfFileRequests><requestArray><sourceSURL>"
                  + surl("/dir")
                  + "</sourceSURL></requestArray></arrayOfFileRequests>");
      assertEquals("SRM_INVALID_PATH", get.fileCode(), get.body());
      assertEquals(
          "SRM_SUCCESS", client.call("srmRmdir", "<SURL>" + surl("/dir") + "</SURL>").code());
    }
  }

  private static String put(String name) throws IOException {
    return "<arrayOfFileRequests><requestArray><targetSURL>"
        + surl("/" + name)
        + "</targetSURL></requestArray></arrayOfFileRequests>";
  }

  private static String surl(String below) throws IOException {
    return "srm://" + site.endpoint() + site.root() + below;
  }

  private static SrmClient alice() throws Exception {
    return new SrmClient("localhost", site.port(), site.proxy("alice-voms"));
  }
}
