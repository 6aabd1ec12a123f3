package org.bora.backend.stage.recall;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.pin.Asker;
import org.bora.backend.stage.plan.Shares;

/**
 * Divides the turns of a virtual organisation among its callers, and those of a caller among its
 * activities. Each activity with a weight has its own turns, and everything else of the caller
 * shares turns with weight 1. All are turns of the same caller, so no caller gains by naming
 * activities. A caller without an organisation counts as one.
 *
 * <p>Who takes turns is stored in sixteen digits: five of a digest of the organisation, seven of
 * one of the caller, four of one of the activity. In rows of an earlier release the first twelve or
 * sixteen are of the caller: each of their callers counts as an organisation.
 */
public final class ActivityShares implements Shares {
  /** Weights lie between 1 and this. */
  public static final int MOST_WEIGHT = 1000;

  private static final int ORGANISATION = 5;
  private static final int CALLER = 7;
  private static final int ACTIVITY = 4;
  private static final String OTHERS = "0".repeat(ACTIVITY);

  private final Map<String, String> digits = new HashMap<>();
  private final Map<String, Integer> weights = new HashMap<>();

  /**
   * @param weights of activities by their names
   */
  public ActivityShares(Map<String, Integer> weights) {
    weights.forEach(
        (activity, weight) -> {
          if (weight < 1 || weight > MOST_WEIGHT) {
            throw new IllegalArgumentException(
                "the weight of activity " + activity + " is " + weight + ", allowed are 1 to 1000");
          }
          String known = digest(activity, ACTIVITY);
          if (known.equals(OTHERS) || this.weights.put(known, weight) != null) {
            throw new IllegalArgumentException(
                "activity " + activity + " cannot be told from another; choose a different name");
          }
          digits.put(activity, known);
        });
  }

  /** The owner of turns for files with this activity. */
  String line(Asker asker) {
    Optional<String> activity = asker.activity().map(digits::get);
    return digest(asker.organisation().orElse(asker.caller()), ORGANISATION)
        + digest(asker.caller(), CALLER)
        + activity.orElse(OTHERS);
  }

  @Override
  public String organisation(String line) {
    return first(line, ORGANISATION);
  }

  @Override
  public String caller(String line) {
    return first(line, ORGANISATION + CALLER);
  }

  @Override
  public int weight(String line) {
    return weights.getOrDefault(line.substring(caller(line).length()), 1);
  }

  private static String first(String line, int digits) {
    return line.substring(0, Math.min(digits, line.length()));
  }

  /** Names are long; a few digits of a digest tell them apart. */
  private static String digest(String name, int length) {
    try {
      byte[] whole =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(whole).substring(0, length);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ActivityShares same
        && digits.equals(same.digits)
        && weights.equals(same.weights);
  }

  @Override
  public int hashCode() {
    return Objects.hash(digits, weights);
  }

  @Override
  public String toString() {
    return digits.keySet().toString();
  }
}
