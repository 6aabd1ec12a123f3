package org.bora.http.accesskey;

import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import org.bora.api.accesskey.AccessKey;
import org.bora.api.accesskey.AccessKeyReply;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant.Scope;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Access keys as JSON. Times are of ISO 8601, in UTC. */
final class KeyAnswers {
  private static final JsonFactory JSON = new JsonFactory();

  private KeyAnswers() {}

  private static String json(Consumer<JsonGenerator> content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      content.accept(out);
      out.writeEndObject();
    }
    return text.toString();
  }

  static String list(List<AccessKey> keys) {
    return json(
        out -> {
          out.writeArrayPropertyStart("keys");
          for (AccessKey key : keys) {
            out.writeStartObject();
            write(out, key);
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  /** One, with its secret where the answer has it. */
  static String one(AccessKeyReply reply) {
    return json(
        out -> {
          write(out, reply.keys().getFirst());
          reply.secret().ifPresent(secret -> out.writeStringProperty("secretAccessKey", secret));
        });
  }

  private static void write(JsonGenerator out, AccessKey key) {
    out.writeStringProperty("accessKeyId", key.id());
    out.writeStringProperty("owner", key.owner().dn());
    out.writeArrayPropertyStart("fqans");
    key.owner().fqans().stream().map(Fqan::toString).forEach(out::writeString);
    out.writeEndArray();
    key.owner()
        .grant()
        .ifPresent(
            grant -> {
              out.writeArrayPropertyStart("scopes");
              grant.scopes().stream().map(Scope::toString).forEach(out::writeString);
              out.writeEndArray();
            });
    out.writeStringProperty("label", key.label());
    out.writeStringProperty("madeBy", key.madeBy());
    out.writeBooleanProperty("enabled", key.enabled());
    out.writeStringProperty("created", key.created().toString());
    out.writeStringProperty("ends", key.ends().toString());
    key.used().ifPresent(time -> out.writeStringProperty("used", time.toString()));
  }

  /** RFC 9457. */
  static String problem(Refused refusal, String trace) {
    return json(
        out -> {
          out.writeStringProperty("type", "about:blank");
          out.writeStringProperty("title", HttpStatus.getMessage(refusal.status()));
          out.writeNumberProperty("status", refusal.status());
          out.writeStringProperty("detail", refusal.getMessage());
          out.writeStringProperty("trace", trace);
        });
  }
}
