package org.bora.s3.sign;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

/** The form of Amazon's documentation, "Browser-Based Upload using HTTP POST". */
class SignedFormTest {
  private static final Instant NOW = Instant.parse("2015-12-29T12:00:00Z");
  private static final byte[] KEY =
      HexFormat.of()
          .parseHex(ExampleKey.of("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20151229"));

  /** As published, with its line ends and blanks: they are signed. */
  private static final String POLICY =
      String.join(
          "\r\n",
          "{ \"expiration\": \"2015-12-30T12:00:00.000Z\",",
          "  \"conditions\": [",
          "    {\"bucket\": \"sigv4examplebucket\"},",
          "    [\"starts-with\", \"$key\", \"user/user1/\"],",
          "    {\"acl\": \"public-read\"},",
          "    {\"success_action_redirect\":"
              + " \"http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html\"},",
          "    [\"starts-with\", \"$Content-Type\", \"image/\"],",
          "    {\"x-amz-meta-uuid\": \"14365123651274\"},",
          "    {\"x-amz-server-side-encryption\": \"AES256\"},",
          "    [\"starts-with\", \"$x-amz-meta-tag\", \"\"],",
          "",
          "    {\"x-amz-credential\": \"AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request\"},",
          "    {\"x-amz-algorithm\": \"AWS4-HMAC-SHA256\"},",
          "    {\"x-amz-date\": \"20151229T000000Z\" }",
          "  ]",
          "}");

  private static Map<String, String> fields() {
    Map<String, String> fields = new HashMap<>();
    byte[] policy = POLICY.getBytes(StandardCharsets.UTF_8);
    fields.put("policy", Base64.getEncoder().encodeToString(policy));
    fields.put("x-amz-algorithm", "AWS4-HMAC-SHA256");
    fields.put("x-amz-credential", "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request");
    fields.put("x-amz-date", "20151229T000000Z");
    fields.put(
        "x-amz-signature", "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e");
    return fields;
  }

  private static Optional<String> codeOf(Map<String, String> fields) {
    return assertThrows(Refused.class, () -> SignedForm.of(fields).verify(KEY)).code();
  }

  @Test
  void thePublishedSignatureIsTheRightOne() throws Refused {
    SignedForm form = SignedForm.of(fields());
    assertDoesNotThrow(() -> form.requireTimely(NOW));
    assertDoesNotThrow(() -> form.verify(KEY));
    assertEquals("AKIAIOSFODNN7EXAMPLE", form.scope().accessKey());
  }

  @Test
  void anotherPolicyHasAnotherSignature() {
    Map<String, String> fields = fields();
    String other = POLICY.replace("user/user1/", "");
    byte[] bytes = other.getBytes(StandardCharsets.UTF_8);
    fields.put("policy", Base64.getEncoder().encodeToString(bytes));
    assertEquals(Optional.of("SignatureDoesNotMatch"), codeOf(fields));
  }

  @Test
  void eachFieldOfTheSignatureIsNeeded() {
    for (String name : fields().keySet()) {
      Map<String, String> fields = fields();
      fields.remove(name);
      assertEquals(Optional.of("InvalidArgument"), codeOf(fields), name);
    }
    assertEquals(Optional.of("AccessDenied"), codeOf(Map.of("key", "k")));
  }

  @Test
  void aDateOtherThanThatOfTheKeyIsRefused() {
    Map<String, String> fields = fields();
    fields.put("x-amz-date", "20151230T000000Z");
    assertEquals(Optional.of("InvalidArgument"), codeOf(fields));
  }

  @Test
  void aFormMayBeUsedForAWeekAndNotBeforeItsTime() throws Refused {
    SignedForm form = SignedForm.of(fields());
    Instant signed = Instant.parse("2015-12-29T00:00:00Z");
    assertDoesNotThrow(() -> form.requireTimely(signed.plus(Duration.ofDays(7)).minusMillis(1)));
    assertThrows(Refused.class, () -> form.requireTimely(signed.plus(Duration.ofDays(7))));
    assertDoesNotThrow(() -> form.requireTimely(signed.minus(Duration.ofMinutes(15))));
    assertThrows(Refused.class, () -> form.requireTimely(signed.minus(Duration.ofMinutes(16))));
  }
}
