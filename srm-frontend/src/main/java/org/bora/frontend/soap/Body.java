package org.bora.frontend.soap;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

/**
 * The body of a request, or the accepted part of it. Immutable; belongs to one call and is closed
 * with it.
 */
final class Body implements AutoCloseable {

  /** How much of the client's body was read. */
  enum Extent {
    WHOLE,
    /** There was more than the limit. */
    CUT,
    /** There was no room for the rest, because of other callers' bodies. */
    NO_ROOM,
    /** There was no room for the rest, because of the caller's other bodies. */
    NO_SHARE
  }

  private final byte[] bytes;
  private final int length;
  private final Extent extent;
  private final Runnable giveBack;

  Body(byte[] bytes, int length, Extent extent, Runnable giveBack) {
    this.bytes = bytes;
    this.length = length;
    this.extent = extent;
    this.giveBack = giveBack;
  }

  static Body of(byte[] bytes) {
    return new Body(bytes, bytes.length, Extent.WHOLE, () -> {});
  }

  InputStream stream() {
    return new ByteArrayInputStream(bytes, 0, length);
  }

  int length() {
    return length;
  }

  /** Whether the end is missing. */
  boolean cut() {
    return extent != Extent.WHOLE;
  }

  Extent extent() {
    return extent;
  }

  /** Gives back the room that it takes; once. */
  @Override
  public void close() {
    giveBack.run();
  }

  /** Whether the bytes hold this text, taken as ASCII. */
  boolean contains(String ascii) {
    byte first = (byte) ascii.charAt(0);
    for (int i = 0; i <= length - ascii.length(); i++) {
      if (bytes[i] == first && matches(ascii, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(String ascii, int at) {
    for (int i = 1; i < ascii.length(); i++) {
      if (bytes[at + i] != (byte) ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
