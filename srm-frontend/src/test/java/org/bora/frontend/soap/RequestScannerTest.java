package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bora.contract.SrmRmRequest;
import org.bora.contract.codec.ContractType;
import org.bora.contract.codec.Envelope;
import org.bora.contract.codec.Flaws;
import org.junit.jupiter.api.Test;

class RequestScannerTest {
  private static final Map<String, ContractType> OPERATIONS =
      Map.of("srmRm", ContractType.all().apply(SrmRmRequest.class));

  private final Scan.Scanner scanner = new Scan.Scanner(settings(4096, 2, 8), OPERATIONS);

  @Test
  void aSoundRequestIsReadOnTheWay() {
    Body body = body(rm("<arrayOfSURLs><urlArray>srm://h/a</urlArray></arrayOfSURLs>"));

    Scan.Sound sound = assertInstanceOf(Scan.Sound.class, scanner.scan(body));
    SrmRmRequest part = assertInstanceOf(SrmRmRequest.class, sound.part());
    assertEquals("srmRm", sound.operation());
    assertEquals(List.of("srm://h/a"), part.getArrayOfSURLs().getUrlArray());
  }

  @Test
  void theOperationIsTheFirstChildOfTheBodyNotOfAHeader() {
    String request =
        rm("").replace("<e:Body>", "<e:Header><srmRm xmlns='urn:x'/></e:Header><e:Body>");

    assertInstanceOf(Scan.Sound.class, scanner.scan(body(request)));
  }

  @Test
  void aHeaderThatMustNotBePassedOverIsNotPassedOver() {
    String header = "<e:Header><t xmlns='urn:x' e:mustUnderstand='1'%s/></e:Header><e:Body>";
    String mine = rm("").replace("<e:Body>", header.formatted(""));
    String others = rm("").replace("<e:Body>", header.formatted(" e:actor='urn:other'"));

    assertEquals(
        new Scan.Unreadable(
            "MustUnderstand", "MustUnderstand headers: [{urn:x}t] are not understood."),
        scanner.scan(body(mine)));
    assertInstanceOf(Scan.Sound.class, scanner.scan(body(others)));
  }

  @Test
  void aPartOutsideTheCallIsNone() {
    String elsewhere =
        rm("")
            .replace("srmRmRequest", "x")
            .replace("</s:srmRm>", "</s:srmRm><y><srmRmRequest/></y>");

    assertInstanceOf(Scan.Mistaken.class, scanner.scan(body(elsewhere)));
  }

  @Test
  void theNamespaceOfTheOperationCounts() {
    Scan scan = scanner.scan(body(rm("").replace(Envelope.SRM, "urn:other")));

    assertEquals(new Scan.Unreadable("Client", "not an operation of SRM v2.2: srmRm"), scan);
  }

  @Test
  void aCallWithoutItsPartIsKnownToBeOfItsOperation() {
    Scan scan = scanner.scan(body(rm("").replace("srmRmRequest", "somethingElse")));

    assertEquals(new Scan.Mistaken("srmRm", "srmRmRequest is missing"), scan);
  }

  @Test
  void theEmptyRequestIsSound() {
    assertInstanceOf(Scan.Sound.class, scanner.scan(body(rm(""))));
  }

  @Test
  void otherEncodingsAreFoundOut() {
    byte[] wide = rm("<urlArray>\u00e4</urlArray>").getBytes(UTF_16);

    assertInstanceOf(Scan.Sound.class, scanner.scan(Body.of(wide)));
  }

  @Test
  void aBodyCutOffIsMistakenOnceItsOperationIsKnown() throws IOException {
    byte[] bytes = rm("<x>" + "y".repeat(5000) + "</x>").getBytes(UTF_8);

    Scan scan = scanner.scan(read(new ByteArrayInputStream(bytes), 4096));
    assertInstanceOf(Scan.Mistaken.class, scan);
    Scan early = scanner.scan(read(new ByteArrayInputStream(bytes), 60));
    assertInstanceOf(Scan.Unreadable.class, early);
  }

  @Test
  void elementsAreCountedThoughTheyMeanNothing() {
    Scan.Scanner large = new Scan.Scanner(settings(8192, 2, 8), OPERATIONS);

    assertInstanceOf(Scan.Sound.class, large.scan(body(rm("<a/>".repeat(1000) + "<b id='c'/>"))));
    assertEquals(
        new Scan.Mistaken("srmRm", "the request has too many elements, send it in parts"),
        large.scan(body(rm("<a/>".repeat(1100)))));
  }

  @Test
  void aFlawQuotesNoMoreThanTheBeginning() {
    Flaws flaws = new Flaws();
    flaws.add("not a number: " + "x".repeat(100_000));

    assertEquals(403, flaws.first().orElseThrow().length());
  }

  @Test
  void whatIsBrokenWithinATextIsNoRequest() {
    for (String broken : List.of("a&bogus;b", "a<![CDATA[b", "a&#0;", "a\u0001")) {
      String request = rm("<arrayOfSURLs><urlArray>" + broken + "</urlArray></arrayOfSURLs>");
      assertInstanceOf(Scan.Unreadable.class, scanner.scan(body(request)), broken);
    }
    byte[] bytes = rm("<arrayOfSURLs><urlArray>aXb</urlArray></arrayOfSURLs>").getBytes(UTF_8);
    bytes[new String(bytes, UTF_8).indexOf("aXb") + 1] = (byte) 0xFF; // never in UTF-8
    assertInstanceOf(Scan.Unreadable.class, scanner.scan(Body.of(bytes)));
  }

  @Test
  void aBodyIsCutOffAnywhere() throws IOException {
    String text = "<arrayOfSURLs><urlArray>a&amp;\u00e4<![CDATA[b]]></urlArray>";
    byte[] bytes = rm(text).getBytes(UTF_8);
    int begin = rm("").indexOf("</srmRmRequest>");

    for (int limit = begin; limit < bytes.length; limit++) {
      Scan scan = scanner.scan(read(new ByteArrayInputStream(bytes), limit));
      assertInstanceOf(Scan.Mistaken.class, scan, "after " + limit + " bytes");
    }
  }

  @Test
  void aTextPartedByManyCommentsIsReadInTimeThatGrowsWithItsLength() {
    int pieces = 400_000;
    String text = "a<!---->".repeat(pieces);
    Scan.Scanner large = new Scan.Scanner(SoapSettings.defaults("httpg://h", "1"), OPERATIONS);
    Body body = body(rm("<arrayOfSURLs><urlArray>" + text + "</urlArray></arrayOfSURLs>"));

    Scan.Sound sound =
        assertTimeoutPreemptively(
            Duration.ofSeconds(10), () -> (Scan.Sound) large.scan(body), "copied with every piece");
    SrmRmRequest part = (SrmRmRequest) sound.part();
    assertEquals("a".repeat(pieces), part.getArrayOfSURLs().getUrlArray().getFirst());
  }

  @Test
  void bytesAreSearchedToTheirEnd() {
    assertTrue(body("a href").contains("href"));
    assertTrue(body("hrhref").contains("href"));
    assertFalse(body("hre").contains("href"));
    assertFalse(body("").contains("href"));
  }

  @Test
  void anArrayThatHoldsItselfHasNoEndAndIsRefused() {
    String request =
        rm(
            "<arrayOfSURLs><urlArray id='a' q:arrayType='' xmlns:q='%s'><item href='#a'/></urlArray></arrayOfSURLs>"
                .formatted(Envelope.SOAP_ENCODING));

    assertEquals(
        new Scan.Mistaken("srmRm", "references are nested deeper than 8"),
        scanner.scan(body(request)));
  }

  @Test
  void emptyArraysOfArraysThatDoubleAreRefusedThoughNothingIsWritten() {
    StringBuilder doubled = new StringBuilder();
    for (int level = 0; level < 40; level++) {
      doubled.append(
          "<item id='a%d' q:arrayType=''><item href='#a%d'/><item href='#a%d'/></item>"
              .formatted(level, level + 1, level + 1));
    }
    String header =
        "<e:Header xmlns:q='%s'>%s<item id='a40' q:arrayType=''/></e:Header><e:Body>"
            .formatted(Envelope.SOAP_ENCODING, doubled);
    String request =
        rm("<arrayOfSURLs><urlArray href='#a0'/></arrayOfSURLs>").replace("<e:Body>", header);
    Scan.Scanner deep = new Scan.Scanner(settings(8192, 2, 1000), OPERATIONS);

    assertEquals(
        new Scan.Mistaken("srmRm", "references make the message longer than 8192 bytes"),
        deep.scan(body(request)));
  }

  @Test
  void settingsSayWhatIsAllowed() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> settings(4096, 0, 8)).getMessage();

    assertEquals("entries is 0, allowed are 1 to 1000000", message);
    assertThrows(IllegalArgumentException.class, () -> settings(4095, 1, 8));
    assertThrows(IllegalArgumentException.class, () -> settings(4096, 1, 7));
    assertEquals(10_000, SoapSettings.defaults("httpg://h", "1").maxEntries());
  }

  private static SoapSettings settings(int body, int entries, int depth) {
    return new SoapSettings("httpg://h", "1", body, 8192, Duration.ofSeconds(1), entries, depth);
  }

  private static Body read(ByteArrayInputStream in, int limit) throws IOException {
    return new BodyReader(settings(4096, 2, 8), Clock.systemUTC()).read(in, limit, "caller");
  }

  private static Body body(String text) {
    return Body.of(text.getBytes(UTF_8));
  }

  private static String rm(String entries) {
    return "<e:Envelope xmlns:e='%s'><e:Body><s:srmRm xmlns:s='%s'><srmRmRequest>%s</srmRmRequest></s:srmRm></e:Body></e:Envelope>"
        .formatted(Envelope.SOAP, Envelope.SRM, entries);
  }
}
