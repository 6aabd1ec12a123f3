package org.bora.server.config;

import java.util.Objects;
import java.util.function.Function;

/**
 * A kind of value: how it is parsed, and what the message says if it cannot be.
 *
 * @param allowed completes the sentence "allowed: ..."
 * @param sample a text that can be read; stands in for a missing or wrong value, so that checking
 *     can go on to the next mistake
 * @param parse throws IllegalArgumentException for what is not allowed
 */
record ValueType<T>(String allowed, String sample, Function<String, T> parse) {

  ValueType {
    Objects.requireNonNull(allowed, "allowed");
    Objects.requireNonNull(parse, "parse");
    Objects.requireNonNull(parse.apply(sample), "the sample's value");
  }

  T read(String text) {
    return parse.apply(text);
  }

  T sampleValue() {
    return parse.apply(sample);
  }

  /** The same texts, read as something made of the value. */
  <R> ValueType<R> as(Function<T, R> further) {
    return new ValueType<>(allowed, sample, parse.andThen(further));
  }
}
