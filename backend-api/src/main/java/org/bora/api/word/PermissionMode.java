package org.bora.api.word;

/**
 * POSIX permission triplet (TPermissionMode). The ordinal is the octal digit, and clients send it
 * as a number: the order is part of the protocol.
 */
public enum PermissionMode {
  NONE,
  X,
  W,
  WX,
  R,
  RX,
  RW,
  RWX;

  /** The mode whose octal digit is the lowest three bits of {@code bits}. */
  public static PermissionMode ofBits(int bits) {
    return values()[bits & 7];
  }

  /** The octal digit: the inverse of {@link #ofBits}. */
  @SuppressWarnings("EnumOrdinal") // the order is the protocol's
  public int bits() {
    return ordinal();
  }
}
