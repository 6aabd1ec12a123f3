package org.bora.launcher.progress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The progress of a task.
 *
 * @param what the task
 * @param things the counted things, in the plural
 * @param done number of finished things
 * @param part finished part of the task, 0 to 1; 0 if not known
 * @param elapsed time since the start
 */
public record Progress(String what, String things, long done, double part, Duration elapsed) {
  /** Earlier than that an estimate of the rest means little. */
  private static final Duration FIRST_ESTIMATE = Duration.ofSeconds(3);

  public Progress {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(things, "things");
    Objects.requireNonNull(elapsed, "elapsed");
    if (done < 0 || part < 0 || part > 1 || elapsed.isNegative()) {
      throw new IllegalArgumentException(done + " " + things + ", " + part + ", " + elapsed);
    }
  }

  /** In one line: first the time that is left, where it can be told. */
  public String text() {
    List<String> parts = new ArrayList<>();
    if (part > 0) {
      parts.add((int) (part * 100) + " %");
    }
    if (part > 0 && part < 1 && elapsed.compareTo(FIRST_ESTIMATE) >= 0) {
      double rest = elapsed.toMillis() * (1 - part) / part;
      parts.add("about " + text(Duration.ofMillis((long) rest)) + " left");
    }
    parts.add(String.format(Locale.ROOT, "%,d %s", done, things));
    if (elapsed.toSeconds() > 0) {
      parts.add(rate());
    }
    parts.add(text(elapsed) + " so far");
    return what + ": " + String.join(", ", parts);
  }

  private String rate() {
    long rate = Math.round(done * 1000.0 / elapsed.toMillis());
    return String.format(Locale.ROOT, "%,d/s", rate);
  }

  /** The two largest units. */
  private static String text(Duration time) {
    if (time.toDays() > 0) {
      return time.toDays() + " d " + time.toHoursPart() + " h";
    }
    if (time.toHours() > 0) {
      return time.toHours() + " h " + time.toMinutesPart() + " min";
    }
    return time.toMinutes() > 0
        ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
        : time.toSeconds() + " s";
  }
}
