package org.bora.devtools.bench.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.backend.stage.buffer.Candidate;
import org.bora.backend.stage.buffer.Occupancy;
import org.bora.backend.stage.buffer.ReleasePolicy;
import org.bora.backend.stage.buffer.Victims;

/**
 * The disk: its files, the occupied space, and counts of events that must not happen. The server's
 * {@link ReleasePolicy} decides which files leave; the counts are taken from the files themselves.
 */
final class SimulatedBuffer {
  private static final int MOST_AT_A_TIME = 10_000;

  private final long capacity;
  private final ReleasePolicy policy;
  private final Set<BufferedFile> onDisk = new LinkedHashSet<>();
  // as the server's index over the time of the last use: files on disk that are on tape too
  private final NavigableMap<Candidate, BufferedFile> byUse =
      new TreeMap<>(Comparator.comparing(Candidate::used).thenComparing(Candidate::id));
  private final Map<BufferedFile, Candidate> entries = new HashMap<>();
  private long occupied;
  private long most;
  private int overflows;
  private int refusedNeedlessly;
  private int releases;
  private int rounds;
  private int pinnedLeft;
  private int notOnTapeLeft;

  SimulatedBuffer(long capacity, ReleasePolicy policy) {
    this.capacity = capacity;
    this.policy = policy;
  }

  /** Takes bytes for a file that is about to come, making room where that can be made. */
  boolean take(long bytes, Instant now) {
    release(policy.toRelease(occupancy(), bytes), now);
    if (occupancy().free() < bytes) {
      refusedNeedlessly += releasable(now) >= bytes - occupancy().free() ? 1 : 0;
      return false;
    }
    occupied += bytes;
    most = Math.max(most, occupied);
    overflows += occupied > capacity ? 1 : 0;
    return true;
  }

  /** What the server does every minute. */
  void check(Instant now) {
    release(policy.toRelease(occupancy()), now);
  }

  /** A file is on disk, for which bytes were taken before. */
  void came(BufferedFile file) {
    file.cameToDisk();
    onDisk.add(file);
    if (file.isOnTape()) {
      index(file);
    }
  }

  /** A file on disk has its copy on tape now. */
  void copied(BufferedFile file) {
    file.copied();
    index(file);
  }

  /** A file was used. */
  void touched(BufferedFile file) {
    if (file.isOnTape()) {
      byUse.remove(entries.remove(file));
      index(file);
    }
  }

  private void index(BufferedFile file) {
    Candidate entry = file.candidate();
    entries.put(file, entry);
    byUse.put(entry, file);
  }

  private void release(long bytes, Instant now) {
    if (bytes == 0) {
      return;
    }
    Victims victims = policy.choose(bytes, MOST_AT_A_TIME);
    boolean sorted = policy.settings().order() == ReleaseOrder.LEAST_RECENTLY_USED;
    for (Map.Entry<Candidate, BufferedFile> entry : byUse.entrySet()) {
      if (entry.getValue().mayLeave(now) && !victims.offer(entry.getKey()) && sorted) {
        break;
      }
    }
    for (Candidate victim : victims.inOrder()) {
      leave(byUse.get(victim), now);
    }
    rounds += victims.inOrder().isEmpty() ? 0 : 1;
  }

  private void leave(BufferedFile file, Instant now) {
    pinnedLeft += file.isPinned(now) ? 1 : 0;
    notOnTapeLeft += file.isOnTape() ? 0 : 1;
    byUse.remove(entries.remove(file));
    onDisk.remove(file);
    file.leftDisk();
    occupied -= file.size();
    releases++;
  }

  private long releasable(Instant now) {
    return byUse.values().stream()
        .filter(file -> file.mayLeave(now))
        .mapToLong(BufferedFile::size)
        .sum();
  }

  BufferRun.Sample sample(Instant now) {
    long notOnTape = 0;
    long pinned = 0;
    for (BufferedFile file : onDisk) {
      notOnTape += file.isOnTape() ? 0 : file.size();
      pinned += file.isPinned(now) ? file.size() : 0;
    }
    return new BufferRun.Sample(Duration.between(Instant.EPOCH, now), occupied, notOnTape, pinned);
  }

  Occupancy occupancy() {
    return new Occupancy(capacity, occupied);
  }

  Totals totals() {
    return new Totals(
        most, overflows, refusedNeedlessly, releases, rounds, pinnedLeft, notOnTapeLeft);
  }

  /** The counts, see {@link BufferRun}. */
  record Totals(
      long most,
      int overflows,
      int refusedNeedlessly,
      int releases,
      int rounds,
      int pinnedLeft,
      int notOnTapeLeft) {}
}
