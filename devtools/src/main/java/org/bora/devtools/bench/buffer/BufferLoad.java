package org.bora.devtools.bench.buffer;

import java.time.Duration;

/**
 * A load on a buffer.
 *
 * @param name a single word
 * @param story a sentence for the reader
 * @param putBytes of all puts together
 * @param capacity of the buffer, bytes
 * @param putBytesPerSecond on average; by day and night it swings by eight tenths of that
 * @param tapeBytesPerSecond written by all drives together
 * @param recalls of files that have left the disk, as a fraction of the puts
 * @param pins on files on disk, as a fraction of the puts
 * @param outage how long no tape is written, starting after a quarter of the puts
 */
record BufferLoad(
    String name,
    String story,
    long putBytes,
    long capacity,
    long putBytesPerSecond,
    long tapeBytesPerSecond,
    double recalls,
    double pins,
    Duration outage) {

  BufferLoad {
    if (putBytes < 1 || capacity < 1 || putBytesPerSecond < 1 || tapeBytesPerSecond < 1) {
      throw new IllegalArgumentException("bytes and rates must be 1 or more");
    }
  }
}
