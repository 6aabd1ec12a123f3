package org.bora.s3.sign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;

/** Signatures that botocore 1.37 made of the same requests. */
class SignedTest {
  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");
  private static final byte[] KEY =
      HexFormat.of().parseHex("f7fee39ee1df549f86e2b6d965c6f34510f27ce867343ebf062ba4e94486facf");
  private static final String SCOPE = "BORAEXAMPLEKEY01/20261124/us-east-1/s3/aws4_request";
  private static final String NOTHING =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private static HttpFields.Mutable headers(String names, String sum, String signature) {
    return HttpFields.build()
        .put("Host", "localhost:9000")
        .put("X-Amz-Date", "20261124T120000Z")
        .put("X-Amz-Content-SHA256", sum)
        .put(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential="
                + SCOPE
                + ", SignedHeaders="
                + names
                + ", Signature="
                + signature);
  }

  private static HttpFields.Mutable listing() {
    return headers(
        "host;x-amz-content-sha256;x-amz-date",
        NOTHING,
        "02ab603125cc5c6afeae227ec22a2c6c5a7de827f60c9ed8aeb183efed2614a5");
  }

  private static final String LISTING = "list-type=2&prefix=x%2Fy&delimiter=%2F";

  private static Signed verified(String method, String path, String query, HttpFields headers)
      throws Refused {
    Query parameters = Query.of(query);
    Signed signed = Signed.of(headers, parameters).orElseThrow();
    signed.requireTimely(NOW);
    signed.verify(method, PercentEncoding.decode(path), parameters, headers, KEY);
    return signed;
  }

  private static String code(String method, String path, String query, HttpFields headers) {
    return assertThrows(Refused.class, () -> verified(method, path, query, headers))
        .code()
        .orElseThrow();
  }

  @Test
  void aRequestWithEscapesAndAQueryIsVerified() throws Refused {
    verified("GET", "/bucket/a%20b/%C3%A4%2Bc~", LISTING, listing());
  }

  @Test
  void theOrderOfParametersAndTheWayTheyAreEscapedMeanNothing() throws Refused {
    verified("GET", "/bucket/a%20b/ä+c~", "delimiter=/&prefix=x/y&list-type=2", listing());
  }

  @Test
  void blanksInHeadersAreSignedOnce() throws Refused {
    HttpFields headers =
        headers(
                "content-type;host;x-amz-content-sha256;x-amz-date;x-amz-meta-name",
                "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
                "e79df8a9e95ca8f955d3f00b95ca7c5e2097703cf804481ef1ce1aa52f5f0073")
            .put("Content-Type", "text/plain")
            .put("x-amz-meta-name", "  two   blanks ");
    Signed signed = verified("PUT", "/bucket/k", null, headers);
    assertTrue(signed.payload().isSum());
  }

  /** Made by the algorithm's description, not by botocore, which takes ASCII alone as metadata. */
  @Test
  void headersAreSignedAsTheBytesThatWereSent() throws Refused {
    String names = "content-disposition;host;x-amz-content-sha256;x-amz-date;x-amz-meta-name";
    String snow = "2de70cb6d43c1d3aaede41d293855c51030f9bc68967fabd7f155310ebd1af89";
    HttpFields sent =
        headers(names, NOTHING, snow)
            .put("Content-Disposition", received("attachment; filename=\"\u96ea.txt\""))
            .put("x-amz-meta-name", received("\u96ea Z\u00fcrich"));
    verified("PUT", "/bucket/k", null, sent);
    assertEquals(
        "SignatureDoesNotMatch",
        code(
            "PUT",
            "/bucket/k",
            null,
            HttpFields.build(sent).put("x-amz-meta-name", received("\u96eb Z\u00fcrich"))));
  }

  /** The characters that the port makes of the bytes of a header. */
  private static String received(String sent) {
    return new String(sent.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  @Test
  void aHeaderMayBeSignedInUtf8AndSentInIso8859() throws Refused {
    String names = "content-disposition;host;x-amz-content-sha256;x-amz-date;x-amz-meta-name";
    String umlauts = "a91e507d7c41cee2dca9036144c3fd6a8767465b6220cb3d4b7a9835268c6386";
    HttpFields sent =
        headers(names, NOTHING, umlauts)
            .put("Content-Disposition", "attachment; filename=\"\u00c4.txt\"")
            .put("x-amz-meta-name", "Z\u00fcrich");
    verified("PUT", "/bucket/k", null, sent);
    verified(
        "PUT",
        "/bucket/k",
        null,
        headers(names, NOTHING, umlauts)
            .put("Content-Disposition", received("attachment; filename=\"\u00c4.txt\""))
            .put("x-amz-meta-name", received("Z\u00fcrich")));
  }

  @Test
  void aParameterWithoutAValueIsSignedAsEmpty() throws Refused {
    verified(
        "GET",
        "/bucket",
        "uploads",
        headers(
            "host;x-amz-content-sha256;x-amz-date",
            NOTHING,
            "53c640fb4711e6ff8caad15229ec13dcd0f238587a34549cf71fb4123ee6dad9"));
  }

  private static final String PRESIGNED =
      "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=BORAEXAMPLEKEY01%2F20261124%2Fus-east-1"
          + "%2Fs3%2Faws4_request&X-Amz-Date=20261124T120000Z&X-Amz-Expires=600"
          + "&X-Amz-SignedHeaders=host&X-Amz-Signature="
          + "61a1fe25fde2a51d41ded7b4bc11d06f1b14c8c8d8cf022ba2910d29cf7aa79b";

  @Test
  void aPresignedRequestIsVerifiedUntilItExpires() throws Refused {
    HttpFields host = HttpFields.build().put("Host", "localhost:9000");
    Signed signed = verified("GET", "/bucket/key%20one", PRESIGNED, host);
    assertEquals(Payload.UNSIGNED, signed.payload());
    assertEquals(Optional.of(Duration.ofMinutes(10)), signed.lasts());
    signed.requireTimely(NOW.plusSeconds(599));
    assertThrows(Refused.class, () -> signed.requireTimely(NOW.plusSeconds(600)));
    assertThrows(Refused.class, () -> signed.requireTimely(NOW.minus(Duration.ofMinutes(16))));
  }

  @Test
  void aPresignedRequestIsForItsMethodAndItsKeyAlone() {
    HttpFields host = HttpFields.build().put("Host", "localhost:9000");
    assertEquals("SignatureDoesNotMatch", code("PUT", "/bucket/key%20one", PRESIGNED, host));
    assertEquals("SignatureDoesNotMatch", code("GET", "/bucket/key", PRESIGNED, host));
    assertEquals(
        "SignatureDoesNotMatch",
        code("GET", "/bucket/key%20one", PRESIGNED.replace("Expires=600", "Expires=601"), host));
  }

  @Test
  void aPresignedRequestLastsAWeekAtMost() {
    HttpFields host = HttpFields.build().put("Host", "localhost:9000");
    for (String seconds : new String[] {"0", "-1", "604801", "x", ""}) {
      assertEquals(
          "AuthorizationQueryParametersError",
          code("GET", "/b/k", PRESIGNED.replace("Expires=600", "Expires=" + seconds), host),
          seconds);
    }
  }

  @Test
  void anotherMethodPathQueryOrHeaderIsNotWhatWasSigned() {
    String path = "/bucket/a%20b/%C3%A4%2Bc~";
    assertEquals("SignatureDoesNotMatch", code("PUT", path, LISTING, listing()));
    assertEquals("SignatureDoesNotMatch", code("GET", path + "x", LISTING, listing()));
    assertEquals("SignatureDoesNotMatch", code("GET", path, LISTING + "&x=1", listing()));
    assertEquals(
        "SignatureDoesNotMatch", code("GET", path, LISTING, listing().put("Host", "elsewhere")));
  }

  @Test
  void aHeaderOfAmazonThatIsNotSignedIsRefused() {
    assertEquals(
        "AccessDenied",
        code(
            "GET",
            "/bucket/a%20b/%C3%A4%2Bc~",
            LISTING,
            listing().put("x-amz-copy-source", "other/key")));
  }

  @Test
  void clocksMayDifferByAQuarterOfAnHour() throws Refused {
    Signed signed = Signed.of(listing(), Query.of(LISTING)).orElseThrow();
    signed.requireTimely(NOW.plus(Signed.SKEW));
    signed.requireTimely(NOW.minus(Signed.SKEW));
    for (Instant when :
        new Instant[] {
          NOW.plus(Signed.SKEW).plusSeconds(1), NOW.minus(Signed.SKEW).minusSeconds(1)
        }) {
      Refused refusal = assertThrows(Refused.class, () -> signed.requireTimely(when));
      assertEquals(Optional.of("RequestTimeTooSkewed"), refusal.code());
    }
  }

  @Test
  void theCredentialIsOfTheDayOfTheSignature() {
    HttpFields headers = listing().put("X-Amz-Date", "20261125T000000Z");
    assertEquals(
        "AuthorizationHeaderMalformed",
        assertThrows(
                Refused.class,
                () ->
                    Signed.of(headers, Query.of(LISTING))
                        .orElseThrow()
                        .requireTimely(Instant.parse("2026-11-25T00:00:00Z")))
            .code()
            .orElseThrow());
  }

  @Test
  void whatIsNoSignatureIsToldFromNone() throws Refused {
    assertTrue(Signed.of(HttpFields.build().put("Host", "h"), Query.of("a=b")).isEmpty());
    for (String header :
        new String[] {
          "AWS AKIA:signature",
          "AWS4-HMAC-SHA256 Credential=k/20261124/us-east-1/ec2/aws4_request,"
              + " SignedHeaders=host, Signature=00",
          "AWS4-HMAC-SHA256 SignedHeaders=host, Signature=00",
          "Basic x"
        }) {
      HttpFields headers = listing().put("Authorization", header);
      assertThrows(Refused.class, () -> Signed.of(headers, Query.of(null)), header);
    }
  }

  @Test
  void aHeaderIsSignedOnceAndAHundredAtMost() throws Refused {
    String many =
        IntStream.range(0, 99)
            .mapToObj(n -> "x-" + n)
            .collect(Collectors.joining(";", "host;", ""));
    assertTrue(Signed.of(headers(many, NOTHING, "00"), Query.of(null)).isPresent());
    for (String names : List.of("host;range;range", many + ";x-99")) {
      HttpFields headers = headers(names, NOTHING, "00");
      Refused refusal =
          assertThrows(Refused.class, () -> Signed.of(headers, Query.of(null)), names);
      assertTrue(refusal.getMessage().contains("at most 100 headers"), refusal.getMessage());
    }
  }
}
