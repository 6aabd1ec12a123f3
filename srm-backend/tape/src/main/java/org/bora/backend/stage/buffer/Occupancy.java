package org.bora.backend.stage.buffer;

/**
 * How full a buffer is.
 *
 * @param capacity total size in bytes
 * @param occupied bytes of files on disk, and promised to files being written; may exceed the
 *     capacity if the buffer was made smaller
 */
public record Occupancy(long capacity, long occupied) {
  public Occupancy {
    if (capacity < 0 || occupied < 0) {
      throw new IllegalArgumentException(occupied + " of " + capacity + " bytes");
    }
  }

  public long free() {
    return capacity - occupied;
  }
}
