package org.bora.storage.tape.model;

/**
 * Where an object lies on a volume. Everything on a volume begins at a multiple of {@link
 * #BLOCK_BYTES}; an object is one block that describes it, then its bytes, filled up to whole
 * blocks.
 *
 * @param position of its first byte from the beginning of the volume
 * @param size of the object as its owner knows it, bytes
 */
public record Extent(long position, long size) {
  public static final int BLOCK_BYTES = 4096;

  /** Where the first object of a volume lies: behind the block with the volume's label. */
  public static final long FIRST_POSITION = BLOCK_BYTES;

  public Extent {
    if (position < FIRST_POSITION || position % BLOCK_BYTES != 0) {
      throw new IllegalArgumentException(
          "position is " + position + ", must be a multiple of " + BLOCK_BYTES + " behind 0");
    }
    if (size < 0) {
      throw new IllegalArgumentException("size is " + size);
    }
  }

  /** What it takes on the volume: description and filling included. */
  public long bytes() {
    return bytesFor(size);
  }

  /** What an object of a size takes on a volume, description and filling included. */
  public static long bytesFor(long size) {
    return BLOCK_BYTES + Math.ceilDiv(size, (long) BLOCK_BYTES) * BLOCK_BYTES;
  }

  /** Where the next object may begin. */
  public long end() {
    return position + bytes();
  }
}
