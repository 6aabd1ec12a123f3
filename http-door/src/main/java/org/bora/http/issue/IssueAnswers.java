package org.bora.http.issue;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the answers. */
final class IssueAnswers {
  private static final JsonFactory JSON = new JsonFactory();

  private IssueAnswers() {}

  private static String json(Consumer<JsonGenerator> content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      content.accept(out);
      out.writeEndObject();
    }
    return text.toString();
  }

  /** RFC 8414 section 2. */
  static String metadata(String issuer, String token) {
    return json(
        out -> {
          out.writeStringProperty("issuer", issuer);
          out.writeStringProperty("token_endpoint", token);
          array(out, "grant_types_supported", "client_credentials");
          array(out, "token_endpoint_auth_methods_supported", "tls_client_auth");
          array(out, "response_types_supported");
          array(
              out,
              "scopes_supported",
              "storage.read",
              "storage.create",
              "storage.modify",
              "storage.stage",
              "storage.poll");
        });
  }

  private static void array(JsonGenerator out, String name, String... values) {
    out.writeArrayPropertyStart(name);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  /** As dCache answers, but for URLs with the macaroon in them. */
  static String macaroon(String macaroon, String target, String base) {
    return json(
        out -> {
          out.writeStringProperty("macaroon", macaroon);
          out.writeObjectPropertyStart("uri");
          out.writeStringProperty("target", target);
          out.writeStringProperty("base", base);
          out.writeEndObject();
        });
  }

  /** RFC 6749 section 5.1. */
  static String token(String token, long seconds, String scope) {
    return json(
        out -> {
          out.writeStringProperty("access_token", token);
          out.writeStringProperty("token_type", "bearer");
          out.writeNumberProperty("expires_in", seconds);
          if (!scope.isEmpty()) {
            out.writeStringProperty("scope", scope);
          }
        });
  }

  /** RFC 6749 section 5.2. */
  static String error(String code, String why) {
    return json(
        out -> {
          out.writeStringProperty("error", code);
          out.writeStringProperty("error_description", why);
        });
  }
}
