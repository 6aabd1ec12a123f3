package org.bora.server.config;

import java.util.Objects;
import java.util.Optional;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.backend.database.ShownUrl;

/**
 * The value of a key, and how to read it. The binder gets this in place of a text: Boot's
 * converters of texts would take "yes" for true and 0x10 for 16.
 *
 * @param key as the administrator knows it
 * @param origin its place in the file
 * @param text empty if there is no plain value
 * @param found what is there instead of a plain value; empty if a required value is missing
 */
record Given(
    String key, RuleOrigin origin, Optional<String> text, String found, ValueType<?> type) {

  Given {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(found, "found");
    Objects.requireNonNull(type, "type");
  }

  private static final String IN_QUOTES = " (in quotes where it holds ': ' or ' #')";

  static Given of(String key, RuleOrigin origin, String text, ValueType<?> type) {
    return new Given(key, origin, Optional.of(text), "", type);
  }

  /**
   * The value.
   *
   * @throws IllegalArgumentException if it is invalid, see {@link #mistake}
   */
  Object value() {
    String written = text.orElseThrow(() -> new IllegalArgumentException("no plain value"));
    Object value = type.read(written);
    return value instanceof Line ? new Line(written, key, origin) : value;
  }

  /** The error message if there is no value. */
  Mistake mistake() {
    String told =
        text.isEmpty() && found.isEmpty()
            ? "is missing; allowed: " + type.allowed()
            : text.map(written -> "'" + ShownUrl.of(written) + "'").orElse(found)
                + " is not allowed; allowed: "
                + type.allowed()
                + (type.sampleValue() instanceof Line ? IN_QUOTES : "");
    return Mistake.at(origin, key, told);
  }
}
