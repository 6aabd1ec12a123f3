package org.bora.storage.tape.wire;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Files and reports as JSON. Immutable; thread safe. */
public final class TapeJson {
  /** Of the texts of troubles: they are stored, and shown to people. */
  public static final int MAX_TEXT = 500;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private TapeJson() {}

  /** An object without keys. */
  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** One line, without its end. */
  public static String write(JsonNode node) {
    return JSON.writeValueAsString(node);
  }

  /**
   * Parses an object.
   *
   * @throws IllegalArgumentException with a sentence for its author
   */
  public static JsonNode readObject(String text) {
    JsonNode node;
    try {
      node = JSON.readTree(text);
    } catch (JacksonException notJson) {
      throw new IllegalArgumentException("not JSON: " + notJson.getOriginalMessage(), notJson);
    }
    if (!node.isObject()) {
      throw new IllegalArgumentException("not a JSON object");
    }
    return node;
  }

  /** A file in the form for tape systems. */
  public static void describe(TapeFile file, ObjectNode into) {
    into.put("id", file.id().toString());
    into.put("name", file.name());
    into.put("path", file.path());
    into.put("size", file.size());
    into.put("adler32", file.adler32());
    file.location().ifPresent(location -> write(location, into.putObject("location")));
  }

  /** A report as {@link #report} reads it. */
  public static ObjectNode write(TapeFileReport report) {
    ObjectNode node = object().put("id", report.id().toString());
    switch (report) {
      case TapeFileReport.Progress progress ->
          node.put("report", "progress").put("bytes", progress.bytes());
      case TapeFileReport.Done done -> {
        node.put("report", "done");
        done.location().ifPresent(location -> write(location, node));
        done.adler32().ifPresent(adler32 -> node.put("adler32", adler32));
      }
      case TapeFileReport.Failed failed ->
          node.put("report", "failed")
              .put("kind", word(failed.trouble().kind()))
              .put("text", failed.trouble().text());
      case TapeFileReport.Found found -> {
        node.put("report", "found").put("readable", found.readable());
        found.location().ifPresent(location -> write(location, node));
      }
    }
    return node;
  }

  private static void write(TapeLocation location, ObjectNode into) {
    into.put("volume", location.volume())
        .put("position", location.position())
        .put("object", location.object());
  }

  private static String word(TapeTrouble.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a report.
   *
   * @throws IllegalArgumentException with a sentence for who wrote it
   */
  public static TapeFileReport report(JsonNode node) {
    UUID id = id(node, "id");
    String kind = text(node, "report");
    return switch (kind) {
      case "progress" -> new TapeFileReport.Progress(id, number(node, "bytes", 0));
      case "done" -> new TapeFileReport.Done(id, location(node), optional(node, "adler32"));
      case "failed" -> new TapeFileReport.Failed(id, trouble(node));
      case "found" -> new TapeFileReport.Found(id, location(node), flag(node, "readable", true));
      default ->
          throw new IllegalArgumentException(
              "report is '" + kind + "', allowed are progress, done, failed, found");
    };
  }

  private static TapeTrouble trouble(JsonNode node) {
    String kind = text(node, "kind");
    for (TapeTrouble.Kind known : TapeTrouble.Kind.values()) {
      if (word(known).equals(kind)) {
        return new TapeTrouble(known, printable(optional(node, "text").orElse("")));
      }
    }
    throw new IllegalArgumentException(
        "kind is '" + kind + "', allowed are retry, volume-unavailable, lost, no-space, stopped");
  }

  private static Optional<TapeLocation> location(JsonNode node) {
    return optional(node, "object")
        .map(
            object ->
                new TapeLocation(
                    optional(node, "volume").orElse(""), number(node, "position", -1), object));
  }

  /**
   * An identifier.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static UUID id(JsonNode node, String key) {
    String text = text(node, key);
    if (!text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
      throw new IllegalArgumentException(key + " is no identifier of a file");
    }
    return UUID.fromString(text);
  }

  /**
   * A text that must be there.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static String text(JsonNode node, String key) {
    return optional(node, key)
        .orElseThrow(() -> new IllegalArgumentException(key + " is missing, a text"));
  }

  private static Optional<String> optional(JsonNode node, String key) {
    JsonNode value = node.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isString()) {
      throw new IllegalArgumentException(key + " must be a text");
    }
    return Optional.of(value.stringValue());
  }

  /**
   * A whole number; {@code preset} if missing.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static long number(JsonNode node, String key, long preset) {
    JsonNode value = node.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return preset;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException(key + " must be a whole number");
    }
    return value.longValue();
  }

  private static boolean flag(JsonNode node, String key, boolean preset) {
    JsonNode value = node.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return preset;
    }
    if (!value.isBoolean()) {
      throw new IllegalArgumentException(key + " must be true or false");
    }
    return value.booleanValue();
  }

  /** What strangers wrote, fit for logs and tables: one line of limited length. */
  public static String printable(String text) {
    String line = text.strip().replaceAll("\\p{Cntrl}", " ");
    return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT - 3) + "...";
  }
}
