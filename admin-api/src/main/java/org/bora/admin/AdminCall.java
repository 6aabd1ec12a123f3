package org.bora.admin;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bora.api.word.LogText;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One question of an administrator.
 *
 * @param method {@code GET}, {@code POST}, {@code DELETE}
 * @param path decoded, without the parameters
 * @param variables what stands for the {@code {names}} of the route's path; empty before a route is
 *     found
 * @param parameters after the question mark, decoded; of one given twice, the last
 * @param body bounded; empty where there is none
 * @param who asks
 */
public record AdminCall(
    String method,
    String path,
    Map<String, String> variables,
    Map<String, String> parameters,
    Body body,
    Administrator who) {

  /**
   * What a call brings besides its parameters.
   *
   * @param text UTF-8, decoded
   */
  public record Body(String text) {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** No body. */
    public static final Body NONE = new Body("");

    public Body {
      Objects.requireNonNull(text, "text");
    }

    /**
     * Reads it as a JSON object.
     *
     * @throws AdminRefusal it is none
     */
    public JsonNode object() throws AdminRefusal {
      try {
        JsonNode read = MAPPER.readTree(text);
        if (read != null && read.isObject()) {
          return read;
        }
      } catch (JacksonException broken) {
        throw AdminRefusal.mistake(
            "the body was not understood",
            "it is no JSON: " + broken.getOriginalMessage(),
            "send one object, {\"name\": \"value\"}");
      }
      throw AdminRefusal.mistake(
          "the body was not understood",
          "it is no JSON object",
          "send one object, {\"name\": \"value\"}");
    }

    /**
     * The texts of a JSON object of which nothing but texts is expected.
     *
     * @param known names that may stand there
     * @throws AdminRefusal it is none, or has others
     */
    public Map<String, String> texts(Set<String> known) throws AdminRefusal {
      Map<String, String> texts = new HashMap<>();
      for (Map.Entry<String, JsonNode> each : object().properties()) {
        if (!known.contains(each.getKey()) || !each.getValue().isString()) {
          throw AdminRefusal.mistake(
              "the body was not understood",
              known.contains(each.getKey())
                  ? each.getKey() + " is not a string"
                  : "unknown name: " + LogText.of(each.getKey()),
              "allowed names: " + String.join(", ", new TreeSet<>(known)));
        }
        texts.put(each.getKey(), each.getValue().asString());
      }
      return texts;
    }

    /** Reads bytes as UTF-8. */
    public static Body of(byte[] bytes) {
      return new Body(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  public AdminCall {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(path, "path");
    variables = Map.copyOf(variables);
    parameters = Map.copyOf(parameters);
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(who, "who");
  }

  /** A call before its route is known. */
  public static AdminCall of(
      String method, String path, Map<String, String> parameters, Body body, Administrator who) {
    return new AdminCall(method, path, Map.of(), parameters, body, who);
  }

  /** The same call with its body. */
  AdminCall with(Body read) {
    return new AdminCall(method, path, variables, parameters, read, who);
  }

  /** The same call with what its route found in the path. */
  public AdminCall with(Map<String, String> found) {
    return new AdminCall(method, path, found, parameters, body, who);
  }

  /**
   * What stands for a name in the path.
   *
   * @throws IllegalArgumentException the route has no such name
   */
  public String variable(String name) {
    String value = variables.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route of " + path + " has no {" + name + "}");
    }
    return value;
  }

  /** A parameter; empty if it is missing or blank. */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name)).filter(value -> !value.isEmpty());
  }

  /**
   * A parameter that cannot be left out.
   *
   * @throws AdminRefusal it is
   */
  public String required(String name) throws AdminRefusal {
    return parameter(name)
        .orElseThrow(
            () ->
                AdminRefusal.mistake(
                    "the parameter " + name + " is missing",
                    "this question cannot be answered without it",
                    "add " + name + "=VALUE"));
  }

  /**
   * A whole number.
   *
   * @param preset if it is missing
   * @throws AdminRefusal if it is not a number, or out of range
   */
  public int number(String name, int preset, int least, int most) throws AdminRefusal {
    Optional<String> given = parameter(name);
    if (given.isEmpty()) {
      return preset;
    }
    if (given.get().matches("[0-9]{1,9}")) {
      int value = Integer.parseInt(given.get());
      if (value >= least && value <= most) {
        return value;
      }
    }
    throw AdminRefusal.mistake(
        "the parameter " + name + " cannot be used",
        "it is a whole number from " + least + " to " + most,
        "leave it out for " + preset);
  }
}
