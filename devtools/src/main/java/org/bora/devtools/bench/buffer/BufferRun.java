package org.bora.devtools.bench.buffer;

import java.time.Duration;
import java.util.List;

/**
 * The result of a load.
 *
 * @param mostOccupied bytes, at any moment
 * @param overflows number of times that more was occupied than the buffer has
 * @param refused puts and recalls that found no room; each tries again later
 * @param refusedNeedlessly those that releasing unpinned files could have avoided
 * @param pinnedLeft pinned files that left; must be 0
 * @param notOnTapeLeft files that left without a tape copy; must be 0
 * @param samples one for each ten minutes
 */
record BufferRun(
    BufferLoad load,
    int puts,
    int recalls,
    int pins,
    int releases,
    int rounds,
    long mostOccupied,
    int overflows,
    int refused,
    int refusedNeedlessly,
    int pinnedLeft,
    int notOnTapeLeft,
    Duration lasted,
    List<Sample> samples) {

  BufferRun {
    samples = List.copyOf(samples);
  }

  /** The content of the buffer at one time, in bytes. */
  record Sample(Duration at, long occupied, long notOnTape, long pinned) {}

  /** Whether the promises were kept. */
  boolean isKept() {
    return overflows == 0 && refusedNeedlessly == 0 && pinnedLeft == 0 && notOnTapeLeft == 0;
  }
}
