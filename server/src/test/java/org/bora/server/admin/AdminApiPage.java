package org.bora.server.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/**
 * docs/reference/admin-api.yaml, whose last part are the schemas of the records that routes answer
 * with. What the types do not say of a property stays as the page has it: a description where the
 * record has none, and the values that a text may have.
 */
final class AdminApiPage {
  static final Path REFERENCE = Path.of("..", "docs", "reference", "admin-api.yaml");

  /** The line of the page after which all is derived. */
  private static final String DERIVED = "    # derived from records by AdminApiSchemasTest\n";

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z$][A-Za-z0-9_$-]*");
  private static final Set<String> WORDS_OF_YAML =
      Set.of("null", "true", "false", "yes", "no", "on", "off", "y", "n");
  private static final Pattern UNIT =
      Pattern.compile(
          "(?i).*(seconds|millis|bytes|files|port|pid|uid|gid|count|number|removed|copies|calls|requests|objects|tries)");

  private final String text;
  private final Map<String, Map<String, Object>> old;

  AdminApiPage() throws IOException {
    text = Files.readString(REFERENCE);
    old = map(map(map(new Yaml().load(text)).get("components")).get("schemas"));
  }

  /** Names of the schemas that paths refer to. */
  Set<String> referred() {
    Matcher reference =
        Pattern.compile("#/components/schemas/(\\w+)")
            .matcher(text.substring(0, text.indexOf("\ncomponents:\n")));
    Set<String> names = new TreeSet<>();
    while (reference.find()) {
      names.add(reference.group(1));
    }
    return names;
  }

  /** The page as it should be. */
  String with(Map<String, Map<String, Object>> schemas) {
    StringBuilder page = new StringBuilder(text.substring(0, text.indexOf(DERIVED)));
    page.append(DERIVED);
    schemas.forEach(
        (name, schema) -> {
          page.append("    ").append(name).append(":\n");
          Map<String, Map<String, Object>> before = map(properties(name));
          schema.forEach(
              (key, value) -> {
                if (key.equals("properties")) {
                  page.append("      properties:\n");
                  AdminApiPage.<Map<String, Object>>map(value)
                      .forEach((of, one) -> page.append(property(of, one, before.get(of))));
                } else {
                  page.append("      ").append(key).append(": ").append(flow(value)).append('\n');
                }
              });
        });
    return page.toString();
  }

  private static String property(
      String name, Map<String, Object> schema, Map<String, Object> before) {
    Map<String, Object> whole = new LinkedHashMap<>(schema);
    if (before != null) {
      if (schema.isEmpty() || isOpenMap(schema)) {
        whole.putAll(before);
      }
      if (before.containsKey("enum") && String.valueOf(schema.get("type")).contains("string")) {
        whole.putIfAbsent("enum", before.get("enum"));
      }
      if (before.containsKey("description")) {
        whole.putIfAbsent("description", before.get("description"));
      }
    }
    Object description = whole.remove("description");
    if (description != null) {
      whole.put("description", description);
    }
    return "        " + name + ": " + flow(whole) + "\n";
  }

  /** Whose values are of no type. */
  private static boolean isOpenMap(Map<String, Object> schema) {
    return Map.of().equals(schema.get("additionalProperties"));
  }

  /** Numbers of the page of which neither the name nor a description says what they count. */
  List<String> unexplained(Set<String> schemas) {
    List<String> found = new ArrayList<>();
    schemas.forEach(
        name ->
            AdminApiPage.<Map<String, Object>>map(properties(name))
                .forEach(
                    (of, one) -> {
                      if (flow(one).matches(".*\\b(integer|number)\\b.*")
                          && !one.containsKey("description")
                          && !UNIT.matcher(of).matches()) {
                        found.add(name + "." + of);
                      }
                    }));
    return found;
  }

  /** As the page has them; none of a schema that is new. */
  private Object properties(String name) {
    return old.getOrDefault(name, Map.of()).getOrDefault("properties", Map.of());
  }

  /** In one line. */
  private static String flow(Object value) {
    return switch (value) {
      case null -> "null";
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(one -> one.getKey() + ": " + flow(one.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case List<?> list ->
          list.stream().map(AdminApiPage::flow).collect(Collectors.joining(", ", "[", "]"));
      case String word when PLAIN.matcher(word).matches() && isNoWordOfYaml(word) -> word;
      default -> JsonMapper.shared().writeValueAsString(value);
    };
  }

  private static boolean isNoWordOfYaml(String word) {
    return !WORDS_OF_YAML.contains(word.toLowerCase(Locale.ROOT));
  }

  @SuppressWarnings("unchecked") // what the page is
  private static <T> Map<String, T> map(Object value) {
    return (Map<String, T>) value;
  }
}
