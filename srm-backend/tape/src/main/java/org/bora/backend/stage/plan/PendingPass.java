package org.bora.backend.stage.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pass that could start: all files on one volume for which any caller waits. For files on unknown
 * volumes each caller has a separate pass, because mixing them gains nothing.
 */
final class PendingPass {
  private final String volume;
  private final Optional<LoadedVolume> loaded;
  private final List<VolumeDemand> demands = new ArrayList<>();
  private long files;
  private long bytes;
  private long furthest = -1;
  private Instant oldest = Instant.MAX;
  private Instant deadline = Instant.MAX;

  PendingPass(String volume, Optional<LoadedVolume> loaded) {
    this.volume = volume;
    this.loaded = loaded;
  }

  void add(VolumeDemand demand) {
    demands.add(demand);
    files += demand.files();
    bytes += demand.bytes();
    furthest = Math.max(furthest, demand.furthest());
    oldest = earlier(oldest, demand.oldest());
    deadline = earlier(deadline, demand.deadline().orElse(Instant.MAX));
  }

  String volume() {
    return volume;
  }

  List<VolumeDemand> demands() {
    return demands;
  }

  Instant oldest() {
    return oldest;
  }

  Instant deadline() {
    return deadline;
  }

  boolean isLoaded() {
    return loaded.isPresent();
  }

  /** Whether the pass that was begun over it finds more ahead. */
  boolean goesOn() {
    return loaded.filter(head -> furthest >= head.position()).isPresent();
  }

  /** The start of the pass in progress. */
  Instant passSince() {
    return loaded.orElseThrow().passSince();
  }

  /** Where to begin: ahead of the head as long as something lies there, else at the beginning. */
  long from() {
    return goesOn() ? loaded.orElseThrow().position() : -1;
  }

  Duration cost(PassCost cost) {
    Duration whole = cost.of(files, bytes);
    return isLoaded() ? whole.minus(cost.mount()) : whole;
  }

  /** Files served for each second of a drive. */
  double filesPerSecond(PassCost cost) {
    return files / Math.max(1e-9, cost(cost).toNanos() / 1e9);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
