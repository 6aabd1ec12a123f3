package org.bora.s3.cors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;

class CorsTest {
  private static final String RULES =
      rule(
              "<ID>one</ID><AllowedOrigin>https://a.example</AllowedOrigin>"
                  + "<AllowedOrigin>http://*.b.example</AllowedOrigin>"
                  + "<AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod>"
                  + "<AllowedHeader>x-amz-*</AllowedHeader><ExposeHeader>x-amz-id</ExposeHeader>"
                  + "<MaxAgeSeconds>-5</MaxAgeSeconds>")
          + rule("<AllowedOrigin>*</AllowedOrigin><AllowedMethod>HEAD</AllowedMethod>");

  private static String rule(String content) {
    return "<CORSRule>" + content + "</CORSRule>";
  }

  private static Cors cors(String rules) throws Refused {
    String document = "<CORSConfiguration>" + rules + "</CORSConfiguration>";
    return Cors.ofBody(document.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<String> origin(Cors cors, String origin, String method, String... sent) {
    return cors.allowed(origin, method, List.of(sent))
        .map(headers -> headers.get("Access-Control-Allow-Origin"));
  }

  @Test
  void theFirstRuleThatAllowsARequestCounts() throws Refused {
    Cors cors = cors(RULES);
    Map<String, String> headers =
        cors.allowed("https://a.example", "PUT", List.of("X-Amz-Date")).orElseThrow();
    assertEquals("https://a.example", headers.get("Access-Control-Allow-Origin"));
    assertEquals("GET, PUT", headers.get("Access-Control-Allow-Methods"));
    assertEquals("x-amz-date", headers.get("Access-Control-Allow-Headers"));
    assertEquals("x-amz-id, ETag", headers.get("Access-Control-Expose-Headers"));
    assertEquals("-5", headers.get("Access-Control-Max-Age"));
    assertEquals("true", headers.get("Access-Control-Allow-Credentials"));
    assertTrue(headers.get("Vary").startsWith("Origin"));
    assertEquals(Optional.of("http://x.b.example"), origin(cors, "http://x.b.example", "GET"));
  }

  @Test
  void whatNoRuleAllowsIsNotAllowed() throws Refused {
    Cors cors = cors(RULES);
    for (String other :
        new String[] {
          "http://a.example",
          "https://a.example.evil",
          "https://A.example",
          "http://b.example",
          "null"
        }) {
      assertEquals(Optional.empty(), origin(cors, other, "GET"), other);
    }
    assertEquals(Optional.empty(), origin(cors, "https://a.example", "DELETE"));
    assertEquals(Optional.empty(), origin(cors, "https://a.example", "GET", "Authorization"));
  }

  /** Browsers keep the answer of such a rule from scripts that sent credentials. */
  @Test
  void anyOriginIsNotToldBackAndGetsNoCredentials() throws Refused {
    Map<String, String> headers =
        cors(RULES).allowed("https://evil.example", "HEAD", List.of()).orElseThrow();
    assertEquals("*", headers.get("Access-Control-Allow-Origin"));
    assertEquals("false", headers.get("Access-Control-Allow-Credentials"));
  }

  @Test
  void rulesAreNotedAndReadAgain() throws Refused {
    Cors cors = cors(RULES);
    Cors again = Cors.noted(cors.text());
    assertEquals(cors.document(), again.document());
    assertTrue(cors.document().contains("<ID>one</ID>"), cors.document());
    assertThrows(Refused.class, () -> Cors.noted(""));
    assertThrows(Refused.class, () -> Cors.noted("r=&o=a%0D%0Ab&m=GET"));
  }

  @Test
  void rulesThatCannotBeAreRefused() {
    String origin = "<AllowedOrigin>http://a</AllowedOrigin>";
    String method = "<AllowedMethod>GET</AllowedMethod>";
    for (String rules :
        new String[] {
          "",
          rule(origin),
          rule(method),
          rule("<AllowedOrigin>*a*</AllowedOrigin>" + method),
          rule("<AllowedOrigin>a b</AllowedOrigin>" + method),
          rule(origin + "<AllowedMethod>get</AllowedMethod>"),
          rule(origin + "<AllowedMethod>OPTIONS</AllowedMethod>"),
          rule(origin + method + "<AllowedHeader>a b</AllowedHeader>"),
          rule(origin + method + "<ExposeHeader>a:b</ExposeHeader>"),
          rule(origin + method + "<MaxAgeSeconds>long</MaxAgeSeconds>"),
          rule(origin + method).repeat(Cors.MOST_RULES + 1)
        }) {
      assertThrows(Refused.class, () -> cors(rules), rules);
    }
  }

  @Test
  void aPreflightSaysWhatTheScriptWillSend() throws Refused {
    HttpFields.Mutable fields =
        HttpFields.build()
            .put("Origin", "https://a.example")
            .put("Access-Control-Request-Method", "PUT")
            .put("Access-Control-Request-Headers", "x-amz-date, X-Amz-Meta-A");
    Preflight asked = Preflight.of(fields);
    assertEquals(List.of("x-amz-date", "X-Amz-Meta-A"), asked.headers());
    assertTrue(asked.answer(Optional.of(cors(RULES))).containsKey("Access-Control-Allow-Origin"));
    Refused off = assertThrows(Refused.class, () -> asked.answer(Optional.empty()));
    assertEquals("AccessForbidden", off.code().orElseThrow());
    fields.put("Access-Control-Request-Headers", "a b");
    assertThrows(Refused.class, () -> Preflight.of(fields));
    fields.remove("Access-Control-Request-Headers");
    fields.put("Access-Control-Request-Method", "put");
    assertThrows(Refused.class, () -> Preflight.of(fields));
    fields.put("Access-Control-Request-Method", "PUT").remove("Origin");
    assertThrows(Refused.class, () -> Preflight.of(fields));
  }
}
