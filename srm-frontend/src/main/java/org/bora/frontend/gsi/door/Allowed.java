package org.bora.frontend.gsi.door;

import java.time.Duration;

/** What the values of a setting may be, told with the setting's name. */
final class Allowed {

  private Allowed() {}

  static void within(String key, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          key + " is " + value + ", allowed are " + least + " to " + most);
    }
  }

  static void within(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          key + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
