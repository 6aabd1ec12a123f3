package org.bora.devtools.bench.buffer;

import java.time.Duration;

/**
 * What comes through a buffer.
 *
 * @param name one word
 * @param story a sentence for the reader
 * @param putBytes of all puts together
 * @param capacity of the buffer, bytes
 * @param putBytesPerSecond on average; by day and night it swings by eight tenths of that
 * @param tapeBytesPerSecond that all drives write together
 * @param recalls of files that have left, as a part of the puts
 * @param pins on files on disk, as a part of the puts
 * @param outage how long no tape is written, from a quarter of the puts on
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
