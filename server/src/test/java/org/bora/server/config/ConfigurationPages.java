package org.bora.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.server.config.ConfigReading.KnownKey;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The reference and what editors read, made of the records of the sections. */
final class ConfigurationPages {
  static final Path REFERENCE = Path.of("..", "docs", "operate", "configuration.md");
  private static final String CELL = "((?:[^|\\\\]|\\\\.)*)";
  private static final Pattern ROW =
      Pattern.compile(
          "\\| `([a-z0-9.\\[\\]-]+)` \\|" + CELL + "\\|" + CELL + "\\| " + CELL + " \\|");
  private static final List<String> EDITORS_KNOW =
      List.of(
          "boolean",
          "int",
          "double",
          "java.lang.Integer",
          "java.time.Duration",
          "java.util.List",
          "java.util.Map");

  /** What speaks of another key's description; editors show each by itself. */
  private static final Pattern LEANING =
      Pattern.compile(
          "(?i)(the same|the other|of|it|its|they|their|this|that|these|those|also)\\b.*");

  private static final Pattern CHOICE = Pattern.compile("one of (.+)");

  /** One element in every list of sections, so that their keys are asked for too. */
  private static final String ONE_OF_EACH =
      """
      areas: [{name: a, sfn: /a, root: a}]
      doors: [{host: h}]
      tape: {libraries: [{name: l, driver: virtual}]}
      tokens: {issuers: [{issuer: "https://i", vo: v, base: [/a]}]}
      site: {shares: [{area: a}]}
      """;

  private final Map<String, KnownKey> known = new TreeMap<>();
  private final Map<String, String> meanings = new LinkedHashMap<>();
  private final List<String> lines;

  ConfigurationPages() throws IOException {
    ConfigReading reading = new ConfigReading("/x/bora.yaml");
    ConfigurationFile.interpret(Path.of("/x/bora.yaml"), ONE_OF_EACH, reading);
    reading.known().forEach(key -> known.put(key.path(), key));
    lines = Files.readAllLines(REFERENCE);
    for (String line : lines) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        meanings.put(row.group(1), row.group(4));
      }
    }
  }

  /** Keys that the page lacks, and such as there are none. */
  List<String> strange() {
    List<String> strange = new ArrayList<>();
    known.keySet().stream().filter(key -> !meanings.containsKey(key)).forEach(strange::add);
    meanings.keySet().stream().filter(key -> !known.containsKey(key)).forEach(strange::add);
    return strange;
  }

  /** Keys whose meaning begins with a reference to another's. */
  List<String> leaning() {
    return meanings.entrySet().stream()
        .filter(entry -> LEANING.matcher(entry.getValue()).matches())
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The page with the defaults and the bounds of the records; what a key means is the page's own.
   */
  String reference() {
    StringBuilder page = new StringBuilder();
    for (String line : lines) {
      Matcher row = ROW.matcher(line);
      KnownKey key = row.matches() ? known.get(row.group(1)) : null;
      page.append(key == null ? line : row(key, row.group(4))).append('\n');
    }
    return page.toString();
  }

  private static String row(KnownKey key, String meaning) {
    String allowed =
        key.allowed().replaceAll(", for example (15s or 4h|10MiB)$", "").replace("|", "\\|");
    return "| `%s` | %s | %s | %s |"
        .formatted(
            key.path(), isWord(key) ? key.preset() : "`" + key.preset() + "`", allowed, meaning);
  }

  /** Whether it says that there is no default; none can be a value, too. */
  private static boolean isWord(KnownKey key) {
    return key.preset().equals("required")
        || (key.preset().equals("none") && !key.allowed().contains("none"));
  }

  /** Of keys outside lists, which have no names in this format. */
  String metadata() {
    List<Map<String, Object>> properties = new ArrayList<>();
    List<Map<String, Object>> hints = new ArrayList<>();
    known.forEach(
        (path, key) -> {
          if (!path.contains("[]")) {
            properties.add(property(key));
            Matcher choice = CHOICE.matcher(key.allowed());
            if (choice.matches()) {
              List<Map<String, String>> values = new ArrayList<>();
              for (String each : choice.group(1).split(", ", -1)) {
                values.add(Map.of("value", each));
              }
              hints.add(ordered("name", path, "values", values));
            }
          }
        });
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(ordered("properties", properties, "hints", hints))
        + "\n";
  }

  private Map<String, Object> property(KnownKey key) {
    Map<String, Object> property =
        ordered("name", key.path(), "type", type(key), "description", meanings.get(key.path()));
    if (!isWord(key) && !List.of("[]", "{}").contains(key.preset())) {
      property.put("defaultValue", key.preset());
    }
    return property;
  }

  /** As editors check it: a size, or a port that may be auto, is a text to them. */
  private static String type(KnownKey key) {
    return EDITORS_KNOW.contains(key.type()) ? key.type() : String.class.getName();
  }

  private static Map<String, Object> ordered(Object... pairs) {
    Map<String, Object> ordered = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      ordered.put((String) pairs[i], pairs[i + 1]);
    }
    return ordered;
  }
}
