package org.bora.storm.translate;

import java.time.Duration;
import java.util.List;

/** What a key of storm.properties means here. */
sealed interface Meaning {

  /**
   * A time.
   *
   * @param keys of Bora's that say the same
   * @param unit in which StoRM counts
   * @param least that these keys take
   * @param most likewise
   */
  record Time(List<String> keys, Duration unit, Duration least, Duration most) implements Meaning {}

  /** A number, likewise. */
  record Count(String key, long least, long most) implements Meaning {}

  /** It is gone, for this reason. */
  record Gone(String why) implements Meaning {}

  /** It is gone, for this reason, and its value is not to be read. */
  record Secret(String why) implements Meaning {}

  /** It takes more than a line to say. */
  record Special() implements Meaning {}
}
