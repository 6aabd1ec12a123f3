package org.bora.settings;

import java.time.Duration;

/** What the values of a setting may be, told with the setting's name. */
public final class Allowed {

  private Allowed() {}

  /**
   * Checks a number.
   *
   * @throws IllegalArgumentException out of bounds; names the key
   */
  public static void within(String key, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          key + " is " + value + ", allowed are " + least + " to " + most);
    }
  }

  /**
   * Checks a time.
   *
   * @throws IllegalArgumentException out of bounds; names the key
   */
  public static void within(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          key
              + " is "
              + Written.write(value)
              + ", allowed are "
              + Written.write(least)
              + " to "
              + Written.write(most));
    }
  }
}
