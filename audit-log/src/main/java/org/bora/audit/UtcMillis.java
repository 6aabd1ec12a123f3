package org.bora.audit;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Points in time as {@code 2026-11-21T15:04:05.678Z}: always UTC, always with milliseconds. */
final class UtcMillis {

  /** Of every such text, up to the year 9999. */
  static final int LENGTH = 24;

  private UtcMillis() {}

  /** Writes one at a place; gives the place behind it. */
  static int write(Instant time, byte[] into, int at) {
    LocalDateTime utc = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    int next = digits(utc.getYear(), 4, into, at);
    into[next] = '-';
    next = digits(utc.getMonthValue(), 2, into, next + 1);
    into[next] = '-';
    next = digits(utc.getDayOfMonth(), 2, into, next + 1);
    into[next] = 'T';
    next = digits(utc.getHour(), 2, into, next + 1);
    into[next] = ':';
    next = digits(utc.getMinute(), 2, into, next + 1);
    into[next] = ':';
    next = digits(utc.getSecond(), 2, into, next + 1);
    into[next] = '.';
    next = digits(utc.getNano() / 1_000_000, 3, into, next + 1);
    into[next] = 'Z';
    return next + 1;
  }

  private static int digits(int value, int count, byte[] into, int at) {
    int rest = value;
    for (int i = count - 1; i >= 0; i--) {
      into[at + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return at + count;
  }

  /** Reads one back; empty where the text is none. */
  static Optional<Instant> read(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
