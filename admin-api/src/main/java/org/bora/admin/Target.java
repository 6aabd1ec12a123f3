package org.bora.admin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a request line asks for, {@code /v1/requests?state=active}, decoded.
 *
 * @param path without the parameters
 * @param parameters of one given twice, the last
 */
public record Target(String path, Map<String, String> parameters) {

  public Target {
    Objects.requireNonNull(path, "path");
    parameters = Map.copyOf(parameters);
  }

  /**
   * Reads it.
   *
   * @throws AdminRefusal it is no path, or wrongly encoded
   */
  public static Target parse(String text) throws AdminRefusal {
    if (!text.startsWith("/")) {
      throw AdminRefusal.mistake(
          "'" + text + "' cannot be asked for", "a path begins with a slash", "GET /v1 lists all");
    }
    int question = text.indexOf('?');
    String path = question < 0 ? text : text.substring(0, question);
    Map<String, String> parameters = new HashMap<>();
    if (question >= 0) {
      for (String pair : text.substring(question + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        parameters.put(decoded(name), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
      }
    }
    // in a path a plus sign is a plus sign
    return new Target(decoded(path.replace("+", "%2B")), parameters);
  }

  private static String decoded(String text) throws AdminRefusal {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw AdminRefusal.mistake(
          "the request target cannot be parsed",
          "a percent sign stands before two hexadecimal digits",
          "write a percent sign itself as %25");
    }
  }
}
