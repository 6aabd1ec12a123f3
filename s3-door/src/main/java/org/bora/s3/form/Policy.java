package org.bora.s3.form;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The policy of a form: what its signer allows. Only the policy is signed, so each field must be
 * bound by a condition: another one could be changed by anybody who has the form.
 */
public record Policy(Instant expiration, List<Condition> conditions) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final String EXPIRATION = "expiration";
  private static final String CONDITIONS = "conditions";

  /** Fields without conditions: the signed policy, the signature, and ignored fields. */
  private static final Set<String> FREE = Set.of("policy", "x-amz-signature", "file");

  private static final String IGNORED = "x-ignore-";

  public Policy {
    Objects.requireNonNull(expiration, "expiration");
    conditions = List.copyOf(conditions);
  }

  /**
   * Reads it.
   *
   * @param encoded in base64
   */
  public static Policy parse(String encoded) throws Refused {
    JsonNode document = document(encoded);
    if (!document.isObject()) {
      throw invalid("Invalid JSON.");
    }
    for (Map.Entry<String, JsonNode> property : document.properties()) {
      if (!Set.of(EXPIRATION, CONDITIONS).contains(property.getKey())) {
        throw invalid("Unexpected: \"" + property.getKey() + "\"");
      }
    }
    JsonNode expiration = document.get(EXPIRATION);
    JsonNode conditions = document.get(CONDITIONS);
    if (expiration == null) {
      throw invalid("Policy missing expiration.");
    }
    if (conditions == null) {
      throw invalid("Policy missing conditions.");
    }
    if (!conditions.isArray()) {
      throw invalid("Invalid 'conditions' value: must be a List.");
    }
    if (!expiration.isString()) {
      throw invalid("Invalid JSON.");
    }
    Instant end = time(expiration.stringValue());
    List<Condition> all = new ArrayList<>();
    for (JsonNode one : conditions) {
      all.add(Condition.of(one));
    }
    return new Policy(end, all);
  }

  private static JsonNode document(String encoded) throws Refused {
    if (encoded.isBlank()) {
      throw invalid("Expecting '{' but found End-of-Input");
    }
    byte[] text;
    try {
      text = Base64.getDecoder().decode(encoded.strip());
    } catch (IllegalArgumentException e) {
      throw invalid("invalid Base64 encoding.");
    }
    try {
      return JSON.readTree(new String(text, StandardCharsets.UTF_8));
    } catch (JacksonException e) {
      throw invalid("Invalid JSON.");
    }
  }

  private static Instant time(String text) throws Refused {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw invalid("Invalid 'expiration' value: '" + text + "'");
    }
  }

  static Refused invalid(String why) {
    return S3Error.INVALID_POLICY_DOCUMENT.because("Invalid Policy: " + why);
  }

  static Refused failed(String why) {
    return S3Error.ACCESS_DENIED.because("Invalid according to Policy: " + why);
  }

  public void requireTimely(Instant now) throws Refused {
    if (!now.isBefore(expiration)) {
      throw failed("Policy expired.");
    }
  }

  /**
   * Holds the form against it.
   *
   * @param fields as they are used, with {@code bucket} and {@code key} of the object to come;
   *     names in lower case
   */
  public void require(Map<String, String> fields) throws Refused {
    for (Condition condition : conditions) {
      condition.requireSound();
    }
    for (String field : fields.keySet()) {
      if (!FREE.contains(field) && !field.startsWith(IGNORED) && !binds(field)) {
        throw failed("Extra input fields: " + field);
      }
    }
    for (Condition condition : conditions) {
      condition.require(fields);
    }
  }

  private boolean binds(String field) {
    return conditions.stream().anyMatch(one -> one.field().equals(field));
  }

  /**
   * Holds a number of bytes against it.
   *
   * @param most whether the file has no more than these; otherwise more may come
   * @param announced bytes that the file is to have, for the client
   */
  public void requireSize(long bytes, boolean most, long announced) throws Refused {
    for (Condition condition : conditions) {
      if (condition instanceof Condition.Size size) {
        size.require(bytes, most, announced);
      }
    }
  }
}
