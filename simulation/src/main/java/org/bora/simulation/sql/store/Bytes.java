package org.bora.simulation.sql.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A text or binary value. All text columns of the schema compare byte by byte, so one class serves
 * both.
 */
public final class Bytes implements Comparable<Bytes> {
  private final byte[] value;

  private Bytes(byte[] value) {
    this.value = value;
  }

  public static Bytes of(byte[] value) {
    return new Bytes(value.clone());
  }

  public static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] toArray() {
    return value.clone();
  }

  public String text() {
    return new String(value, StandardCharsets.UTF_8);
  }

  public int length() {
    return value.length;
  }

  /** From one position to before another; positions outside are moved to the nearest end. */
  public Bytes slice(int from, int to) {
    int begin = Math.clamp(from, 0, value.length);
    return new Bytes(Arrays.copyOfRange(value, begin, Math.clamp(to, begin, value.length)));
  }

  public Bytes append(Bytes more) {
    byte[] both = Arrays.copyOf(value, value.length + more.value.length);
    System.arraycopy(more.value, 0, both, value.length, more.value.length);
    return new Bytes(both);
  }

  /** Padded with zero bytes, as in BINARY columns. */
  Bytes padded(int length) {
    return value.length == length ? this : new Bytes(Arrays.copyOf(value, length));
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(value, other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return text();
  }
}
