package org.bora.backend.space;

/** Converts a percentage of an area to bytes. */
public final class Percent {
  private Percent() {}

  /**
   * Bytes, rounded down; no bound for 100 percent, which leaves the area itself as the only one.
   */
  public static long of(long whole, int percent) {
    return percent == 100 ? Long.MAX_VALUE : whole / 100 * percent + whole % 100 * percent / 100;
  }
}
