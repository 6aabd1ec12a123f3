package org.bora.backend.listing;

import java.time.Duration;

/**
 * When a listing becomes a request of its own, and for how long.
 *
 * @param asyncAfter how long a caller waits for the listing itself; after that it gets a token, 1
 *     ms to 1 h
 * @param atOnce listings that go on in one backend after their calls, 0 to 1000; with none every
 *     listing is answered in its call or not at all
 * @param longest what such a listing may take, 1 s to 1 d
 * @param kept how long what it found can be asked for, at least 1 s, at most 30 d
 */
public record ListingSettings(Duration asyncAfter, int atOnce, Duration longest, Duration kept) {
  private static final int MOST_AT_ONCE = 1000;

  public ListingSettings {
    check("asyncAfter", asyncAfter, Duration.ofMillis(1), Duration.ofHours(1));
    check("longest", longest, Duration.ofSeconds(1), Duration.ofDays(1));
    check("kept", kept, Duration.ofSeconds(1), Duration.ofDays(30));
    if (atOnce < 0 || atOnce > MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          "atOnce is " + atOnce + ", allowed are 0 to " + MOST_AT_ONCE);
    }
  }

  /** After 1 s; 16 at once, each for at most 10 minutes; found things are kept for an hour. */
  public static ListingSettings defaults() {
    return new ListingSettings(
        Duration.ofSeconds(1), 16, Duration.ofMinutes(10), Duration.ofHours(1));
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
