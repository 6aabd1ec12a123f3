package org.bora.server.admin;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;

/**
 * JSON schemas of records as Jackson writes them. Every component is always there, and null where
 * an Optional is empty. Single threaded.
 */
final class RecordSchemas {
  private static final Map<String, Object> NULL = Map.of("type", "null");

  private static final Map<Class<?>, Map<String, Object>> SIMPLE = new LinkedHashMap<>();

  static {
    for (Class<?> whole : List.of(int.class, long.class, Integer.class, Long.class)) {
      SIMPLE.put(whole, type("integer"));
    }
    for (Class<?> number : List.of(double.class, Double.class)) {
      SIMPLE.put(number, type("number"));
    }
    SIMPLE.put(boolean.class, type("boolean"));
    SIMPLE.put(Boolean.class, type("boolean"));
    SIMPLE.put(String.class, type("string"));
    SIMPLE.put(Path.class, type("string"));
    SIMPLE.put(Instant.class, text("date-time"));
    SIMPLE.put(Duration.class, text("duration"));
    SIMPLE.put(UUID.class, text("uuid"));
    SIMPLE.put(OptionalInt.class, orNull(type("integer")));
    SIMPLE.put(OptionalLong.class, orNull(type("integer")));
    SIMPLE.put(OptionalDouble.class, orNull(type("number")));
    SIMPLE.put(JsonNode.class, type("object"));
    // what this may be, the page tells
    SIMPLE.put(Object.class, Map.of());
  }

  private final JsonMapper mapper = JsonMapper.builder().build();
  private final RecordWords words;
  private final Map<String, Class<?>> named = new TreeMap<>();
  private final Map<String, Map<String, Object>> schemas = new TreeMap<>();
  private final Deque<Class<?>> wanted = new ArrayDeque<>();

  RecordSchemas(RecordWords words) {
    this.words = words;
  }

  /** By the names of the records: these, and all that are in them. */
  Map<String, Map<String, Object>> of(List<Class<?>> types) {
    types.forEach(this::reference);
    while (!wanted.isEmpty()) {
      Class<?> type = wanted.remove();
      schemas.put(name(type), schema(type));
    }
    return schemas;
  }

  /** As the reference names it: with the name of the record that it belongs to. */
  private static String name(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    boolean ofRecord = around != null && around.isRecord();
    return (ofRecord ? around.getSimpleName() : "") + type.getSimpleName();
  }

  private Map<String, Object> reference(Class<?> type) {
    if (!type.isRecord()) {
      throw new IllegalStateException(type + " is no record, and has no schema here");
    }
    Class<?> before = named.putIfAbsent(name(type), type);
    if (before == null) {
      wanted.add(type);
    } else if (before != type) {
      throw new IllegalStateException(before + " and " + type + " have the same name");
    }
    return Map.of("$ref", "#/components/schemas/" + name(type));
  }

  private Map<String, Object> schema(Class<?> type) {
    Map<String, Map<String, Object>> properties = new LinkedHashMap<>();
    mapper.acceptJsonFormatVisitor(
        type,
        new JsonFormatVisitorWrapper.Base() {
          @Override
          public JsonObjectFormatVisitor expectObjectFormat(JavaType record) {
            return new JsonObjectFormatVisitor.Base(getContext()) {
              @Override
              public void property(BeanProperty one) {
                properties.put(one.getName(), described(one));
              }

              @Override
              public void optionalProperty(BeanProperty one) {
                property(one);
              }
            };
          }
        });
    Map<String, Object> schema = type("object");
    schema.put("description", words.of(type));
    schema.put("additionalProperties", false);
    schema.put("required", List.copyOf(properties.keySet()));
    schema.put("properties", properties);
    return schema;
  }

  /** The record that has it may be unwrapped in the one that is written. */
  private Map<String, Object> described(BeanProperty one) {
    Map<String, Object> property = value(one.getType());
    Class<?> has = one.getMember().getDeclaringClass();
    String said = words.components(has).getOrDefault(one.getName(), "");
    if (!said.isEmpty()) {
      property.put("description", said);
    }
    return property;
  }

  /** A new map, which may be added to. */
  private Map<String, Object> value(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (SIMPLE.containsKey(raw)) {
      return new LinkedHashMap<>(SIMPLE.get(raw));
    }
    if (type.isReferenceType()) {
      return orNull(value(type.getReferencedType()));
    }
    Map<String, Object> made = new LinkedHashMap<>();
    if (raw.isEnum()) {
      made.put("type", "string");
      made.put("enum", constants(raw));
    } else if (type.isMapLikeType()) {
      made.put("type", "object");
      if (type.getKeyType().isEnumType()) {
        made.put("propertyNames", value(type.getKeyType()));
      }
      made.put("additionalProperties", value(type.getContentType()));
    } else if (type.isContainerType()) {
      made.put("type", "array");
      made.put("items", value(type.getContentType()));
    } else {
      made.putAll(reference(raw));
    }
    return made;
  }

  private List<String> constants(Class<?> type) {
    List<String> constants = new ArrayList<>();
    for (Object constant : type.getEnumConstants()) {
      constants.add(mapper.valueToTree(constant).asString());
    }
    return constants;
  }

  private static Map<String, Object> orNull(Map<String, Object> schema) {
    Map<String, Object> made = new LinkedHashMap<>();
    if (schema.get("type") instanceof String type) {
      made.putAll(schema);
      made.put("type", List.of(type, "null"));
      if (schema.get("enum") instanceof List<?> constants) {
        List<Object> all = new ArrayList<>(constants);
        all.add(null);
        made.put("enum", all);
      }
    } else {
      made.put("anyOf", List.of(schema, NULL));
    }
    return made;
  }

  private static Map<String, Object> type(String type) {
    Map<String, Object> made = new LinkedHashMap<>();
    made.put("type", type);
    return made;
  }

  private static Map<String, Object> text(String format) {
    Map<String, Object> made = type("string");
    made.put("format", format);
    return made;
  }
}
