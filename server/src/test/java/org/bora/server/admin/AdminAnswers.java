package org.bora.server.admin;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares what a running Bora answers to administrators with docs/reference/admin-api.yaml, and
 * remembers which routes have answered with a 200. Single threaded.
 */
public final class AdminAnswers {
  private static final String DEFINITIONS = "#/$defs/";
  private static final JsonMapper MAPPER = JsonMapper.shared();

  /** Knows the formats of moments and identifiers, too. */
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          made ->
              made.schemaRegistryConfig(
                  SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

  private final JsonNode paths;
  private final JsonNode schemas;
  private final Set<String> answered = new TreeSet<>();

  /**
   * Reads the reference.
   *
   * @param checkout the directory that has docs
   */
  public AdminAnswers(Path checkout) throws IOException {
    Path reference = checkout.resolve("docs/reference/admin-api.yaml");
    // where JSON schema has them
    String text = Files.readString(reference).replace("#/components/schemas/", DEFINITIONS);
    Map<String, Object> page = new Yaml().load(text);
    JsonNode whole = MAPPER.valueToTree(page);
    paths = whole.path("paths");
    schemas = whole.at("/components/schemas");
  }

  /**
   * Routes as {@code GET /v1/bans/{id}}: those of the reference that have not answered with 200.
   */
  public List<String> silent() {
    return paths.properties().stream()
        .flatMap(path -> path.getValue().propertyNames().stream().map(m -> route(m, path.getKey())))
        .filter(route -> !answered.contains(route))
        .toList();
  }

  /**
   * The names of the schemas of a 200.
   *
   * @param path as the reference has it
   */
  public List<String> schemas(String method, String path) {
    JsonNode schema = schema(paths.path(path).path(method.toLowerCase(Locale.ROOT)), 200);
    List<JsonNode> all = new ArrayList<>(List.of(schema));
    schema.path("oneOf").forEach(all::add);
    return all.stream()
        .map(one -> one.path("$ref").asString(""))
        .filter(reference -> !reference.isEmpty())
        .map(reference -> reference.substring(reference.lastIndexOf('/') + 1))
        .toList();
  }

  /**
   * What of an answer is otherwise than the reference says: fields that it does not know included.
   *
   * @param target path and parameters, encoded
   */
  public List<String> wrong(String method, String target, int status, String body) {
    String asked = target.replaceAll("\\?.*", "");
    Optional<String> path = path(method, asked);
    if (path.isEmpty()) {
      return List.of(method + " " + asked + " is not in the reference");
    }
    JsonNode operation = paths.path(path.get()).path(method.toLowerCase(Locale.ROOT));
    if (!operation.path("responses").has(Integer.toString(status))) {
      return List.of(method + " " + target + " is answered " + status + ": " + body);
    }
    if (status == 200) {
      answered.add(route(method, path.get()));
    }
    if (!body.startsWith("{")
        && operation.at("/responses/" + status + "/content").has("text/plain")) {
      return List.of();
    }
    return wrong(schema(operation, status), body).stream()
        .map(one -> method + " " + target + ": " + one)
        .toList();
  }

  /** What is wrong with JSON that has this schema of the reference. */
  public List<String> wrong(String schema, String json) {
    return wrong(MAPPER.createObjectNode().put("$ref", DEFINITIONS + schema), json);
  }

  private List<String> wrong(JsonNode schema, String json) {
    ObjectNode whole = (ObjectNode) schema.deepCopy();
    whole.set("$defs", schemas);
    Schema compiled = registry.getSchema(whole);
    return compiled.validate(MAPPER.readTree(json)).stream().map(Object::toString).toList();
  }

  private static JsonNode schema(JsonNode operation, int status) {
    return operation.at("/responses/" + status + "/content/application~1json/schema");
  }

  private static String route(String method, String path) {
    return method.toUpperCase(Locale.ROOT) + " " + path;
  }

  /** A path that is written out goes before one with names in it. */
  private Optional<String> path(String method, String asked) {
    return paths.properties().stream()
        .filter(path -> path.getValue().has(method.toLowerCase(Locale.ROOT)))
        .map(Map.Entry::getKey)
        .filter(path -> asked.matches(pattern(path)))
        .min(Comparator.comparing((String path) -> path.contains("{")));
  }

  private static String pattern(String path) {
    return List.of(path.split("/", -1)).stream()
        .map(part -> part.startsWith("{") ? "[^/]+" : Pattern.quote(part))
        .collect(Collectors.joining("/"));
  }
}
