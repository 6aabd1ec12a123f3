package org.bora.api.figures;

/**
 * Recent durations, in seconds.
 *
 * @param count number of durations
 * @param median half of them were shorter
 * @param p99 99 of 100 were shorter
 */
public record Latency(long count, double median, double p99) {
  /** Nothing happened. */
  public static final Latency NONE = new Latency(0, 0, 0);

  static Latency of(TimeSpread spread) {
    return new Latency(spread.count(), spread.quantileSeconds(0.5), spread.quantileSeconds(0.99));
  }
}
