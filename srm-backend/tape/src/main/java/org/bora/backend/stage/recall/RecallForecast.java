package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.bora.backend.stage.drive.DriveState.Pace;
import org.bora.backend.stage.plan.PassCost;

/**
 * Estimates when the requested volumes will have been read: running batches come first, the others
 * follow in the order of request, on all drives, at the speed of the last batches. Later requests
 * and turns are ignored. Pure.
 */
final class RecallForecast {
  private final Map<String, Span> spans = new HashMap<>();
  private final List<Pace> paces;
  private final PassCost usual;
  private final long files;

  /**
   * The waiting or running work on a volume.
   *
   * @param furthest greatest position; -1 if unknown
   */
  record Load(
      String volume, boolean running, long files, long bytes, long furthest, Instant oldest) {}

  private record Span(Duration start, Duration length, long furthest) {}

  /**
   * @param paces of the drives; without any the usual cost counts
   */
  RecallForecast(List<Load> loads, List<Pace> paces, PassCost usual) {
    this.paces = paces.stream().filter(pace -> pace.files() > 0).toList();
    this.usual = usual;
    this.files = loads.stream().mapToLong(Load::files).sum();
    PriorityQueue<Duration> free = new PriorityQueue<>();
    paces.forEach(drive -> free.add(Duration.ZERO));
    loads.stream()
        .sorted(
            Comparator.comparing((Load load) -> !load.running())
                .thenComparing(Load::oldest)
                .thenComparing(Load::volume))
        .forEach(
            load -> {
              Duration start = free.isEmpty() ? Duration.ZERO : free.remove();
              Duration length = cost(load);
              spans.merge(
                  load.volume(), new Span(start, length, load.furthest()), RecallForecast::later);
              free.add(start.plus(length));
            });
  }

  private static Span later(Span one, Span other) {
    return one.start.compareTo(other.start) > 0 ? one : other;
  }

  private Duration cost(Load load) {
    if (paces.isEmpty()) {
      return usual.of(load.files(), load.bytes());
    }
    double millis = paces.stream().mapToLong(pace -> pace.took().toMillis()).sum();
    double files = paces.stream().mapToLong(Pace::files).sum();
    double bytes = Math.max(1, paces.stream().mapToLong(Pace::bytes).sum());
    double whole = Math.max(millis / files * load.files(), millis / bytes * load.bytes());
    return Duration.ofMillis(Math.round(whole));
  }

  /** How many were in line. */
  long files() {
    return files;
  }

  /** Whether anything of a volume was in line. */
  boolean knows(String volume) {
    return spans.containsKey(volume);
  }

  /** The time until a file has been read; empty for a file that does not wait. */
  Duration until(String volume, long position) {
    Span span = spans.get(volume);
    if (span == null) {
      return Duration.ZERO;
    }
    double part =
        span.furthest > 0 && position >= 0
            ? Math.min(1, (double) (position + 1) / (span.furthest + 1))
            : 1;
    return span.start.plusMillis(Math.round(span.length.toMillis() * part));
  }
}
