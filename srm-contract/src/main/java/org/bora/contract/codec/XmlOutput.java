package org.bora.contract.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;

/**
 * Writes an XML document in UTF-8 through a buffer, which grows to a bound and is then emptied
 * whenever it is full. Its user writes well-formed markup; texts are escaped here, and what XML
 * cannot carry becomes U+FFFD.
 */
public final class XmlOutput {
  private static final int REPLACEMENT = 0xFFFD;

  private static final int FIRST_BYTES = 4096;
  private static final int GROWTH = 4;

  /** Bytes that one UTF-16 unit, or a pair of them, can become. */
  private static final int LONGEST = 5;

  private static final int SECONDS_OF_A_DAY = 86_400;
  private static final int TIME_BYTES = 10;

  /** The last with a year of four digits. */
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  private final OutputStream sink;
  private final int mostBytes;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int used;
  private boolean begun;
  private long lastDay = -1;
  private String lastDate = "";

  /**
   * @param sink takes the buffer whenever it is full
   * @param mostBytes of the buffer, at least 4096
   */
  public XmlOutput(OutputStream sink, int mostBytes) {
    this.sink = Objects.requireNonNull(sink, "sink");
    this.mostBytes = mostBytes;
  }

  /** Whether nothing has gone to the sink: then {@link #buffered} is all there is. */
  public boolean isWhole() {
    return !begun;
  }

  /** Bytes that are in the buffer. */
  public int buffered() {
    return used;
  }

  /** An element without attributes, as bytes. */
  public static final class Tag {
    private final byte[] open;
    private final byte[] close;

    /**
     * @param name ASCII
     */
    public Tag(String name) {
      open = bytes("<" + name + ">");
      close = bytes("</" + name + ">");
    }
  }

  private static byte[] bytes(String ascii) {
    return ascii.getBytes(StandardCharsets.US_ASCII);
  }

  public void open(Tag tag) throws IOException {
    write(tag.open);
  }

  public void close(Tag tag) throws IOException {
    write(tag.close);
  }

  /** A whole element with character data. */
  public void element(Tag tag, String content) throws IOException {
    write(tag.open);
    text(content);
    write(tag.close);
  }

  public void element(Tag tag, long content) throws IOException {
    element(tag, Long.toString(content));
  }

  /** Writes xsd:dateTime in UTC to the second, as {@link org.bora.contract.text.UtcTime} does. */
  public void element(Tag tag, Instant content) throws IOException {
    write(tag.open);
    time(content);
    write(tag.close);
  }

  /** Writes markup unchanged, in ASCII. */
  public void markup(String ascii) throws IOException {
    write(bytes(ascii));
  }

  private void write(byte[] markup) throws IOException {
    makeRoom(markup.length);
    System.arraycopy(markup, 0, buffer, used, markup.length);
    used += markup.length;
  }

  /** Writes character data. */
  public void text(String text) throws IOException {
    int length = text.length();
    for (int at = 0; at < length; at++) {
      makeRoom(LONGEST);
      char unit = text.charAt(at);
      if (unit >= ' ' && unit < 0x7F && unit != '<' && unit != '>' && unit != '&') {
        buffer[used++] = (byte) unit;
      } else if (Character.isHighSurrogate(unit)
          && at + 1 < length
          && Character.isLowSurrogate(text.charAt(at + 1))) {
        encode(Character.toCodePoint(unit, text.charAt(++at)));
      } else {
        special(unit);
      }
    }
  }

  private void special(char unit) {
    switch (unit) {
      case '<' -> put("&lt;");
      case '>' -> put("&gt;");
      case '&' -> put("&amp;");
      // a reader would take it for a line break
      case '\r' -> put("&#xd;");
      default -> encode(Envelope.isXml(unit) ? unit : REPLACEMENT);
    }
  }

  private void put(String ascii) {
    for (int at = 0; at < ascii.length(); at++) {
      buffer[used++] = (byte) ascii.charAt(at);
    }
  }

  /** RFC 3629. */
  private void encode(int c) {
    if (c < 0x80) {
      buffer[used++] = (byte) c;
    } else if (c < 0x800) {
      buffer[used++] = (byte) (0xC0 | (c >> 6));
      continuation(c);
    } else if (c < 0x10000) {
      buffer[used++] = (byte) (0xE0 | (c >> 12));
      continuation(c >> 6);
      continuation(c);
    } else {
      buffer[used++] = (byte) (0xF0 | (c >> 18));
      continuation(c >> 12);
      continuation(c >> 6);
      continuation(c);
    }
  }

  private void continuation(int bits) {
    buffer[used++] = (byte) (0x80 | (bits & 0x3F));
  }

  private void time(Instant time) throws IOException {
    long second = time.getEpochSecond();
    long day = Math.floorDiv(second, SECONDS_OF_A_DAY);
    if (day < 0 || day > LAST_DAY) {
      text(time.truncatedTo(ChronoUnit.SECONDS).toString());
      return;
    }
    if (day != lastDay) {
      lastDay = day;
      lastDate = LocalDate.ofEpochDay(day).toString();
    }
    text(lastDate);
    makeRoom(TIME_BYTES);
    int rest = Math.floorMod(second, SECONDS_OF_A_DAY);
    twoDigits('T', rest / 3600);
    twoDigits(':', rest / 60 % 60);
    twoDigits(':', rest % 60);
    buffer[used++] = 'Z';
  }

  private void twoDigits(char before, int number) {
    buffer[used++] = (byte) before;
    buffer[used++] = (byte) ('0' + number / 10);
    buffer[used++] = (byte) ('0' + number % 10);
  }

  /** For fewer bytes than the first buffer has. */
  private void makeRoom(int bytes) throws IOException {
    if (buffer.length - used >= bytes) {
      return;
    }
    if (buffer.length < mostBytes) {
      buffer = Arrays.copyOf(buffer, Math.min(mostBytes, buffer.length * GROWTH));
    } else {
      flush();
    }
  }

  /** Flushes the buffer. */
  public void flush() throws IOException {
    begun = true;
    sink.write(buffer, 0, used);
    used = 0;
  }
}
