package org.bora.backend.stage.buffer;

/**
 * How full a buffer is.
 *
 * @param capacity bytes it has in all
 * @param occupied bytes of files on disk, and promised to files being written; may be more than
 *     there is, where the buffer was made smaller
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
