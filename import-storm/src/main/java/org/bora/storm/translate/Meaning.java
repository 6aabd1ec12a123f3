package org.bora.storm.translate;

import java.time.Duration;
import java.util.List;

/** The meaning of a key of storm.properties in Bora. */
sealed interface Meaning {

  /**
   * A time.
   *
   * @param keys of Bora with the same meaning
   * @param unit in which StoRM counts
   * @param least smallest value of these keys
   * @param most largest value
   */
  record Time(List<String> keys, Duration unit, Duration least, Duration most) implements Meaning {}

  /** A number. */
  record Count(String key, long least, long most) implements Meaning {}

  /** The key has no counterpart, for this reason. */
  record Gone(String why) implements Meaning {}

  /** The key has no counterpart, for this reason, and its value is secret. */
  record Secret(String why) implements Meaning {}

  /** {@link SpecialProperties} translates the key. */
  record Special() implements Meaning {}
}
