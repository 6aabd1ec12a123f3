package org.bora.api.figures;

/**
 * How long something took lately, in seconds.
 *
 * @param count how often it happened
 * @param median half of them were quicker
 * @param p99 all but one in a hundred were
 */
public record Latency(long count, double median, double p99) {
  /** Nothing happened. */
  public static final Latency NONE = new Latency(0, 0, 0);

  static Latency of(TimeSpread spread) {
    return new Latency(spread.count(), spread.quantileSeconds(0.5), spread.quantileSeconds(0.99));
  }
}
