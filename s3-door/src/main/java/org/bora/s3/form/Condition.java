package org.bora.s3.form;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import tools.jackson.databind.JsonNode;

/** One condition of a policy. */
public sealed interface Condition {
  /** The field that it binds, in lower case; empty for none. */
  String field();

  /** Whether it can hold for any form. */
  void requireSound() throws Refused;

  /** Whether it holds for these fields. */
  void require(Map<String, String> fields) throws Refused;

  /**
   * A field has this value, or begins with it.
   *
   * @param said as the policy has it
   */
  record Value(String field, String value, boolean begins, String said) implements Condition {

    @Override
    public void requireSound() throws Refused {
      if (field.isBlank()) {
        throw failed();
      }
    }

    @Override
    public void require(Map<String, String> fields) throws Refused {
      String there = fields.get(field);
      if (there == null || !(begins ? beginsWithIt(there) : there.equals(value))) {
        throw failed();
      }
    }

    /** Of a list of media types each must. */
    private boolean beginsWithIt(String there) {
      return field.equals("content-type")
          ? Arrays.stream(there.split(",", -1)).allMatch(one -> one.strip().startsWith(value))
          : there.startsWith(value);
    }

    private Refused failed() {
      return Policy.failed("Policy Condition failed: " + said);
    }
  }

  /** The file has so many bytes. */
  record Size(long least, long most) implements Condition {

    @Override
    public String field() {
      return "";
    }

    @Override
    public void requireSound() {}

    @Override
    public void require(Map<String, String> fields) {}

    void require(long bytes, boolean all, long announced) throws Refused {
      if (bytes > most) {
        throw S3Error.ENTITY_TOO_LARGE
            .refusal()
            .with("ProposedSize", String.valueOf(Math.max(bytes, announced)))
            .with("MaxSizeAllowed", String.valueOf(most));
      }
      if (all && bytes < least) {
        throw S3Error.ENTITY_TOO_SMALL
            .refusal()
            .with("ProposedSize", String.valueOf(bytes))
            .with("MinSizeAllowed", String.valueOf(least));
      }
    }
  }

  /** Reads one: {@code {"field": "value"}}, or a list that begins with an operation. */
  static Condition of(JsonNode node) throws Refused {
    if (node.isObject()) {
      return simple(node);
    }
    if (!node.isArray()) {
      throw Policy.invalid("Invalid condition test: must be a List or Object.");
    }
    if (node.isEmpty()) {
      throw Policy.invalid("Invalid Condition: missing operation identifier.");
    }
    String operation = text(node.get(0));
    boolean known = operation.equals("eq") || operation.equals("starts-with");
    if (!known && !operation.equals("content-length-range")) {
      throw Policy.invalid("Invalid Condition: unknown operation '" + operation + "'.");
    }
    if (node.size() != 3) {
      throw Policy.invalid("Invalid " + operation + ": wrong number of arguments.");
    }
    if (!known) {
      return new Size(number(node.get(1)), number(node.get(2)));
    }
    String field = text(node.get(1));
    String value = text(node.get(2));
    String name = field.startsWith("$") ? field.substring(1).toLowerCase(Locale.ROOT) : "";
    return new Value(name, value, operation.equals("starts-with"), node.toString());
  }

  private static Condition simple(JsonNode node) throws Refused {
    if (node.size() != 1) {
      throw Policy.invalid(
          "Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.");
    }
    Map.Entry<String, JsonNode> only = node.properties().iterator().next();
    if (!only.getValue().isString()) {
      throw Policy.invalid("Invalid Simple-Condition: value must be a string.");
    }
    String name = only.getKey().toLowerCase(Locale.ROOT);
    String value = only.getValue().stringValue();
    return new Value(name, value, false, "[\"eq\", \"$" + name + "\", \"" + value + "\"]");
  }

  private static String text(JsonNode node) throws Refused {
    return Optional.of(node)
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue)
        .orElseThrow(() -> Policy.invalid("Invalid JSON."));
  }

  /** Some clients send numbers as strings. */
  private static long number(JsonNode node) throws Refused {
    try {
      return Long.parseLong(node.isIntegralNumber() ? node.toString() : text(node));
    } catch (NumberFormatException e) {
      throw Policy.invalid("Invalid JSON.");
    }
  }
}
