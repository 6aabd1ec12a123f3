package org.bora.devtools.bench.buffer;

import java.time.Duration;
import java.util.List;

/**
 * What became of a load.
 *
 * @param mostOccupied bytes, at any moment
 * @param overflows moments when more was occupied than there is
 * @param refused puts and recalls that found no room; each tries again later
 * @param refusedNeedlessly of these, how often files that may leave would have made room
 * @param pinnedLeft pinned files that left: there must be none
 * @param notOnTapeLeft files that left without a copy: there must be none
 * @param samples every ten minutes
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

  /** What was in the buffer at a moment, in bytes. */
  record Sample(Duration at, long occupied, long notOnTape, long pinned) {}

  /** Whether the promises were kept. */
  boolean isKept() {
    return overflows == 0 && refusedNeedlessly == 0 && pinnedLeft == 0 && notOnTapeLeft == 0;
  }
}
