package org.bora.s3.form;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class PolicyTest {
  private static final Instant END = Instant.parse("2026-11-24T12:00:00Z");

  private static Policy policy(String conditions) throws Refused {
    return parsed("{\"expiration\":\"2026-11-24T12:00:00Z\",\"conditions\":" + conditions + "}");
  }

  private static Policy parsed(String document) throws Refused {
    byte[] text = document.getBytes(StandardCharsets.UTF_8);
    return Policy.parse(Base64.getEncoder().encodeToString(text));
  }

  /** Of an object {@code up/a} in bucket {@code b}, with more fields. */
  private static Map<String, String> fields(String... more) {
    Map<String, String> fields = new HashMap<>(Map.of("bucket", "b", "key", "up/a"));
    for (int n = 0; n < more.length; n += 2) {
      fields.put(more[n], more[n + 1]);
    }
    return fields;
  }

  private static String refusal(String conditions, Map<String, String> fields) {
    return assertThrows(Refused.class, () -> policy(conditions).require(fields)).getMessage();
  }

  @Test
  void conditionsHoldForWhatTheyAllow() {
    String conditions =
        "[{\"bucket\":\"b\"},[\"starts-with\",\"$key\",\"up/\"],[\"eq\",\"$ACL\",\"private\"],"
            + "[\"starts-with\",\"$Content-Type\",\"image/\"],[\"starts-with\",\"$x-amz-meta-a\",\"\"]]";
    Map<String, String> fields =
        fields(
            "acl",
            "private",
            "content-type",
            "image/png, image/gif",
            "x-amz-meta-a",
            "anything",
            "policy",
            "p",
            "x-amz-signature",
            "s",
            "x-ignore-this",
            "i");
    assertDoesNotThrow(() -> policy(conditions).require(fields));
  }

  @Test
  void eachFieldNeedsACondition() {
    String conditions = "[{\"bucket\":\"b\"},{\"key\":\"up/a\"}]";
    assertDoesNotThrow(() -> policy(conditions).require(fields()));
    assertEquals(
        "Invalid according to Policy: Extra input fields: x-amz-meta-a",
        refusal(conditions, fields("x-amz-meta-a", "1")));
    assertEquals(
        "Invalid according to Policy: Extra input fields: key",
        refusal("[{\"bucket\":\"b\"}]", fields()));
    // a bucket that is not bound would be any bucket of the signer
    assertEquals(
        "Invalid according to Policy: Extra input fields: bucket",
        refusal("[{\"key\":\"up/a\"}]", fields()));
  }

  @Test
  void aConditionThatDoesNotHoldIsNamed() {
    String bound = "{\"bucket\":\"b\"},{\"key\":\"up/a\"},";
    assertEquals(
        "Invalid according to Policy: Policy Condition failed: [\"eq\",\"$acl\",\"private\"]",
        refusal("[" + bound + "[\"eq\",\"$acl\",\"private\"]]", fields("acl", "public-read")));
    // of a list of media types each must begin so
    refusal(
        "[" + bound + "[\"starts-with\",\"$content-type\",\"text/\"]]",
        fields("content-type", "text/plain, image/jpeg"));
    // a field that is missing begins with nothing, not even with nothing
    refusal("[" + bound + "[\"starts-with\",\"$x-amz-meta-a\",\"\"]]", fields());
    refusal("[" + bound + "[\"eq\",\"content-type\",\"a/b\"]]", fields("content-type", "a/b"));
    refusal("[" + bound + "{\"bucket\":\"other\"}]", fields());
  }

  @Test
  void documentsThatAreNoPoliciesAreRefused() {
    for (String document :
        new String[] {
          "",
          "no json",
          "[]",
          "{\"conditions\":[]}",
          "{\"expiration\":\"2026-11-24T12:00:00Z\"}",
          "{\"expiration\":true,\"conditions\":[]}",
          "{\"expiration\":\"soon\",\"conditions\":[]}",
          "{\"expiration\":\"2026-11-24T12:00:00Z\",\"conditions\":true}",
          "{\"expiration\":\"2026-11-24T12:00:00Z\",\"conditions\":[],\"more\":1}",
          "{\"expiration\":\"2026-11-24T12:00:00Z\",\"conditions\":[],\"conditions\":[]}",
          "{\"expiration\":\"2026-11-24T12:00:00Z\",\"conditions\":[]} {}"
        }) {
      Refused refusal = assertThrows(Refused.class, () -> parsed(document), document);
      assertEquals("InvalidPolicyDocument", refusal.code().orElseThrow());
    }
    assertThrows(Refused.class, () -> Policy.parse("not base64!"));
    for (String condition :
        new String[] {
          "true",
          "[]",
          "[\"ends-with\",\"$key\",\"a\"]",
          "[\"eq\",\"$key\"]",
          "[\"eq\",\"$key\",1]",
          "[\"eq\",false,\"a\"]",
          "[\"content-length-range\",1,\"a\"]",
          "[\"content-length-range\",1,1.5]",
          "{\"a\":\"1\",\"b\":\"2\"}",
          "{\"a\":1}"
        }) {
      assertThrows(Refused.class, () -> policy("[" + condition + "]"), condition);
    }
  }

  @Test
  void aPolicyEndsAtItsExpiration() throws Refused {
    Policy policy = policy("[]");
    assertDoesNotThrow(() -> policy.requireTimely(END.minusMillis(1)));
    assertThrows(Refused.class, () -> policy.requireTimely(END));
  }

  @Test
  void sizesHaveBothBounds() throws Refused {
    Policy policy = policy("[[\"content-length-range\",2,\"5\"]]");
    assertDoesNotThrow(() -> policy.requireSize(1, false, 5));
    assertDoesNotThrow(() -> policy.requireSize(2, true, 2));
    assertDoesNotThrow(() -> policy.requireSize(5, true, 5));
    Refused small = assertThrows(Refused.class, () -> policy.requireSize(1, true, 1));
    assertEquals("EntityTooSmall", small.code().orElseThrow());
    Refused large = assertThrows(Refused.class, () -> policy.requireSize(6, false, 10));
    assertEquals("EntityTooLarge", large.code().orElseThrow());
    assertEquals("10", large.details().get("ProposedSize"));
  }
}
