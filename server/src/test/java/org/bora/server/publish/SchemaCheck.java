package org.bora.server.publish;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Holds a document against a JSON schema, as far as ours needs the language. */
public final class SchemaCheck {
  private final List<String> faults = new ArrayList<>();

  private SchemaCheck() {}

  /** One sentence for everything that does not hold. */
  public static List<String> faults(JsonNode schema, JsonNode document) {
    SchemaCheck check = new SchemaCheck();
    check.look("$", schema, document);
    return check.faults;
  }

  private void look(String at, JsonNode schema, JsonNode value) {
    switch (schema.get("type").asString()) {
      case "object" -> object(at, schema, value);
      case "array" -> array(at, schema, value);
      case "integer" -> {
        expect(value.isIntegralNumber(), at, "is no whole number");
        expect(value.asLong() >= schema.path("minimum").asLong(), at, "is too small");
      }
      case "string" -> {
        expect(value.isString(), at, "is no text");
        expect(value.asString().length() >= schema.path("minLength").asInt(), at, "is empty");
        expect(isOneOf(schema.path("enum"), value), at, "is none of " + schema.path("enum"));
      }
      default -> throw new IllegalArgumentException(at + ": " + schema.get("type"));
    }
  }

  private void object(String at, JsonNode schema, JsonNode value) {
    expect(value.isObject(), at, "is no object");
    for (JsonNode required : schema.path("required")) {
      expect(value.has(required.asString()), at, "lacks " + required.asString());
    }
    for (String name : value.propertyNames()) {
      JsonNode known = schema.get("properties").get(name);
      expect(known != null, at, "has " + name);
      if (known != null) {
        look(at + "." + name, known, value.get(name));
      }
    }
  }

  private void array(String at, JsonNode schema, JsonNode value) {
    expect(value.isArray(), at, "is no list");
    List<JsonNode> elements = new ArrayList<>();
    value.forEach(elements::add);
    for (int i = 0; i < elements.size(); i++) {
      look(at + "[" + i + "]", schema.get("items"), elements.get(i));
    }
    expect(
        !schema.path("uniqueItems").asBoolean()
            || new HashSet<>(elements).size() == elements.size(),
        at,
        "repeats itself");
  }

  private static boolean isOneOf(JsonNode allowed, JsonNode value) {
    if (allowed.isMissingNode()) {
      return true;
    }
    for (JsonNode each : allowed) {
      if (each.equals(value)) {
        return true;
      }
    }
    return false;
  }

  private void expect(boolean holds, String at, String otherwise) {
    if (!holds) {
      faults.add(at + " " + otherwise);
    }
  }
}
