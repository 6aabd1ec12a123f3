package org.bora.audit;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Builds lines of JSON: one object per line, with fields in the given order. Each text is made safe
 * ({@link SafeText}) and limited in length, and secrets are removed ({@link Secrets}) except from
 * names that are logged as they are. Not thread safe.
 */
public final class AuditLines {

  /** Of the format that docs/reference/audit.md describes. */
  static final int VERSION = 1;

  /** Length of the longest served SURL, so that no processed SURL is truncated. */
  public static final int LONGEST_NAME = 10_000;

  /** Of other texts. */
  public static final int LONGEST_TEXT = 600;

  /** Of lists; how many more there were stands as their last element. */
  private static final int MOST_ELEMENTS = 32;

  private static final int FIRST_BYTES = 1024;

  private static final String SURL_SCHEME = "srm://";

  private final AuditSource source;
  private final Clock clock;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  AuditLines(AuditSource source, Clock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** Begins a line about something that has happened now. */
  public AuditLines begin(String event) {
    put('{');
    number("v", VERSION);
    time("time", clock.instant());
    source.begin(this);
    return text("event", event);
  }

  /** A text of at most {@link #LONGEST_TEXT} characters. */
  public AuditLines text(String name, String value) {
    return text(name, value, LONGEST_TEXT);
  }

  /** The same for an optional value; an absent one is left out. */
  public AuditLines text(String name, Optional<String> value) {
    return value.isPresent() ? text(name, value.get()) : this;
  }

  /** A text of at most so many characters. */
  public AuditLines text(String name, String value, int longest) {
    name(name);
    string(Secrets.hidden(value), longest);
    return this;
  }

  /** A text that may be long: at most {@link #LONGEST_NAME} characters. */
  public AuditLines name(String name, String value) {
    return text(name, value, LONGEST_NAME);
  }

  /**
   * The same for what must never read like something else, as distinguished names must not: nothing
   * in it is taken for a secret.
   */
  public AuditLines exact(String name, String value) {
    name(name);
    string(value, LONGEST_NAME);
    return this;
  }

  /**
   * A SURL as the client sent it. All of one of ours is a name of a file ({@code ?}, {@code &} and
   * {@code @} included), so whatever were hidden in it would hide which file was meant; those of
   * other schemes lose their secrets.
   */
  public AuditLines surl(String name, String value) {
    name(name);
    string(shown(value), LONGEST_NAME);
    return this;
  }

  private static String shown(String surl) {
    return surl.regionMatches(true, 0, SURL_SCHEME, 0, SURL_SCHEME.length())
        ? surl
        : Secrets.hidden(surl);
  }

  /**
   * SURLs that nothing became of: the first one, and those after it that fit with it into {@link
   * #LONGEST_TEXT} characters. A refused caller must not fill the log by naming many.
   */
  public AuditLines surls(String name, List<String> values) {
    name(name);
    put('[');
    int room = LONGEST_TEXT;
    int told = 0;
    while (told < values.size() && (told == 0 || values.get(told).length() <= room)) {
      separate();
      string(shown(values.get(told)), LONGEST_TEXT);
      room -= values.get(told).length();
      told++;
    }
    more(values.size() - told);
    put(']');
    return this;
  }

  private void more(int left) {
    if (left > 0) {
      separate();
      string("... and " + left + " more", LONGEST_TEXT);
    }
  }

  /** Texts, the first 32 of them. */
  public AuditLines texts(String name, List<?> values) {
    name(name);
    put('[');
    int shown = Math.min(values.size(), MOST_ELEMENTS);
    for (int i = 0; i < shown; i++) {
      separate();
      string(Secrets.hidden(values.get(i).toString()), LONGEST_TEXT);
    }
    more(values.size() - shown);
    put(']');
    return this;
  }

  public AuditLines number(String name, long value) {
    name(name);
    if (value >= 0 && value < 10) {
      put((char) ('0' + value));
      return this;
    }
    ascii(Long.toString(value));
    return this;
  }

  /** A point in time as {@code 2026-11-21T15:04:05.678Z}. */
  public AuditLines time(String name, Instant value) {
    name(name);
    put('"');
    length = UtcMillis.write(value, room(UtcMillis.LENGTH), length);
    put('"');
    return this;
  }

  public AuditLines flag(String name, boolean value) {
    name(name);
    ascii(value ? "true" : "false");
    return this;
  }

  /** The fields that were added since the sheet had this {@link #size}, for other lines. */
  public byte[] since(int start) {
    return Arrays.copyOfRange(bytes, start, length);
  }

  /**
   * Fields that {@link #since} gave, as they are: what many lines have in common is encoded once.
   */
  public AuditLines fields(byte[] encoded) {
    System.arraycopy(encoded, 0, room(encoded.length), length, encoded.length);
    length += encoded.length;
    return this;
  }

  /** Ends the line. */
  public AuditLines end() {
    put('}');
    put('\n');
    return this;
  }

  /** How many bytes there are. */
  public int size() {
    return length;
  }

  /** The bytes; only the first {@link #size} count. */
  byte[] bytes() {
    return bytes;
  }

  void clear() {
    length = 0;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.US_ASCII);
  }

  /** Names are ours: they need no escape. */
  private void name(String name) {
    separate();
    put('"');
    ascii(name);
    put('"');
    put(':');
  }

  private void separate() {
    byte last = bytes[length - 1];
    if (last != '{' && last != '[') {
      put(',');
    }
  }

  private void string(String value, int longest) {
    put('"');
    length = SafeText.write(value, longest, room(SafeText.mostBytes(value, longest)), length);
    put('"');
  }

  private void ascii(String text) {
    byte[] into = room(text.length());
    for (int i = 0; i < text.length(); i++) {
      into[length + i] = (byte) text.charAt(i);
    }
    length += text.length();
  }

  private void put(char one) {
    room(1)[length++] = (byte) one;
  }

  /** The bytes, with room for so many more. */
  private byte[] room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
    return bytes;
  }
}
