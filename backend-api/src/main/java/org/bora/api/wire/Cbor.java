package org.bora.api.wire;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableConfigOverride;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.dataformat.cbor.CBORFactory;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORWriteFeature;

/**
 * Writes records as CBOR (RFC 8949) and reads them: a map from component names to values. Empty
 * values are not written, and missing values are read as empty, 0 or false. Unknown names are
 * ignored, so a record can get a new optional component while two releases talk to each other.
 * Enumeration constants are written by name; an unknown name makes the message malformed, because a
 * guess could be wrong. Times are seconds, with nanoseconds if necessary. (docs/adr/0045)
 */
final class Cbor<T> {
  /** Messages are bounded by gRPC; records are not deep. */
  private static final StreamReadConstraints BOUNDS =
      StreamReadConstraints.builder().maxNestingDepth(16).maxNameLength(100).build();

  private static final ObjectMapper MAPPER = mapper();

  private final String name;
  private final ObjectReader reader;
  private final ObjectWriter writer;

  private Cbor(String name, JavaType type) {
    this.name = name;
    this.reader = MAPPER.readerFor(type);
    this.writer = MAPPER.writerFor(type);
  }

  /** Of records of one type. */
  static <T> Cbor<T> of(Class<T> type) {
    return new Cbor<>(type.getSimpleName(), MAPPER.constructType(type));
  }

  /** Of questions of one type, with what accompanies them. */
  static <Q> Cbor<Asked<Q>> asked(Class<Q> question) {
    return new Cbor<>(
        question.getSimpleName(),
        MAPPER.getTypeFactory().constructParametricType(Asked.class, question));
  }

  byte[] write(T record) {
    return writer.writeValueAsBytes(record);
  }

  /**
   * Decodes a record.
   *
   * @throws MalformedMessage if something is missing, unknown or invalid
   */
  T read(byte[] message) {
    try {
      T read = reader.readValue(message);
      if (read == null) {
        throw MalformedMessage.unknown(name);
      }
      return read;
    } catch (JacksonException unreadable) {
      throw new MalformedMessage("a message with a " + name + " cannot be read", unreadable);
    }
  }

  private static ObjectMapper mapper() {
    CBORFactory factory =
        CBORFactory.builder()
            .streamReadConstraints(BOUNDS)
            .enable(CBORWriteFeature.LENIENT_UTF_ENCODING)
            .build();
    return CBORMapper.builder(factory)
        .addModule(CborWords.module())
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
        .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .changeDefaultPropertyInclusion(all -> all.withValueInclusion(Include.NON_ABSENT))
        .changeDefaultVisibility(
            all ->
                all.withFieldVisibility(Visibility.ANY)
                    .withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE))
        .withConfigOverride(List.class, Cbor::emptyWhereMissing)
        .withConfigOverride(Map.class, Cbor::emptyWhereMissing)
        .build();
  }

  /**
   * Enumeration constants in the entries of a list.
   *
   * @param list name of the component that is a list
   * @param field of its entries that has the constant
   */
  record Words(String list, String field, Set<String> known) {}

  /** Decodes a record without list entries that have words of a newer release. */
  T readKnown(byte[] message, List<Words> words) {
    try {
      JsonNode tree = MAPPER.readTree(message);
      for (Words each : words) {
        if (tree.path(each.list()) instanceof ArrayNode entries) {
          entries.removeIf(entry -> !each.known().contains(entry.path(each.field()).asString("")));
        }
      }
      return reader.readValue(tree);
    } catch (JacksonException unreadable) {
      throw new MalformedMessage("a message with a " + name + " cannot be read", unreadable);
    }
  }

  private static void emptyWhereMissing(MutableConfigOverride type) {
    type.setInclude(JsonInclude.Value.construct(Include.NON_EMPTY, Include.ALWAYS))
        .setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
  }
}
