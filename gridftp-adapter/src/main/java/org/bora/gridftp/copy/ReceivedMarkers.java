package org.bora.gridftp.copy;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the bytes of a transfer from the receiving server's markers: performance markers with the
 * sum of each stripe (112, GFD.20 section 5.1) and range markers with the stored ranges (111,
 * section 5.2). Not thread safe.
 */
final class ReceivedMarkers {

  private static final int RANGE = 111;
  private static final int PERFORMANCE = 112;
  private static final Pattern STRIPE = Pattern.compile("(?i)Stripe Index:\\s*(\\d{1,9})");
  private static final Pattern SUM =
      Pattern.compile("(?i)Stripe Bytes Transferred:\\s*(\\d{1,18})");
  private static final Pattern FROM_TO = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

  private final Map<Integer, Long> stripes = new TreeMap<>();
  private long ranges;
  private long most;

  /**
   * Takes a preliminary reply.
   *
   * @return whether it shows more bytes than were known
   */
  boolean take(int code, String text) {
    switch (code) {
      case PERFORMANCE -> performance(text);
      case RANGE -> range(text);
      default -> {
        return false; // such as 150: it begins
      }
    }
    long sum = stripes.values().stream().mapToLong(Long::longValue).sum();
    long known = Math.max(most, Math.max(sum, ranges));
    boolean more = known > most;
    most = known;
    return more;
  }

  /** The bytes known to have arrived. */
  long bytes() {
    return most;
  }

  private void performance(String text) {
    Matcher sum = SUM.matcher(text);
    if (sum.find()) {
      Matcher stripe = STRIPE.matcher(text);
      int index = stripe.find() ? Integer.parseInt(stripe.group(1)) : 0;
      stripes.merge(index, Long.valueOf(sum.group(1)), Math::max);
    }
  }

  /** Each marker names only ranges that no earlier one has named. */
  private void range(String text) {
    Matcher range = FROM_TO.matcher(text);
    while (range.find()) {
      ranges += Math.max(0, Long.parseLong(range.group(2)) - Long.parseLong(range.group(1)));
    }
  }
}
