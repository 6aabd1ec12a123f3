package org.bora.s3.cors;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.eclipse.jetty.http.HttpFields;

/**
 * The question of a browser, before a script's request: nothing of it is signed.
 *
 * @param origin of the page
 * @param method that its script uses
 * @param headers that it sends
 */
public record Preflight(String origin, String method, List<String> headers) {

  public Preflight {
    headers = List.copyOf(headers);
  }

  public static Preflight of(HttpFields fields) throws Refused {
    String origin = fields.get("Origin");
    if (origin == null || origin.isEmpty()) {
      throw S3Error.BAD_REQUEST.because("Insufficient information. Origin request header needed.");
    }
    String method = Optional.ofNullable(fields.get("Access-Control-Request-Method")).orElse("");
    if (!CorsRule.METHODS.contains(method)) {
      throw S3Error.BAD_REQUEST.because("Invalid Access-Control-Request-Method: " + method);
    }
    String names = Optional.ofNullable(fields.get("Access-Control-Request-Headers")).orElse("");
    return new Preflight(origin, method, headers(names));
  }

  private static List<String> headers(String names) throws Refused {
    List<String> headers = new ArrayList<>();
    for (String name : names.isEmpty() ? new String[0] : names.split(",", -1)) {
      if (!CorsRule.isHeader(name.strip())) {
        String sent =
            new String(name.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        throw S3Error.BAD_REQUEST.because(
            "Access-Control-Request-Headers \"" + sent + "\" contains invalid character.");
      }
      headers.add(name.strip());
    }
    return headers;
  }

  /**
   * The headers of the answer.
   *
   * @param rules of the bucket; empty if it has none
   * @throws Refused if they do not allow it
   */
  public Map<String, String> answer(Optional<Cors> rules) throws Refused {
    Cors cors =
        rules.orElseThrow(
            () ->
                S3Error.ACCESS_FORBIDDEN
                    .because("CORSResponse: CORS is not enabled for this bucket.")
                    .with("Method", "OPTIONS")
                    .with("ResourceType", "BUCKET"));
    return cors.allowed(origin, method, headers)
        .orElseThrow(
            () ->
                S3Error.ACCESS_FORBIDDEN
                    .because(
                        "CORSResponse: This CORS request is not allowed. This is usually because"
                            + " the evalution of Origin, request method /"
                            + " Access-Control-Request-Method or Access-Control-Request-Headers"
                            + " are not whitelisted by the resource's CORS spec.")
                    .with("Method", "OPTIONS"));
  }
}
