package org.bora.backend.allowance;

/**
 * The use, or the limit, of open puts in one area.
 *
 * @param files number of puts
 * @param bytes bytes that they announced in the area's own space
 */
public record Holding(long files, long bytes) {
  public static final Holding NONE = new Holding(0, 0);

  public Holding plus(Holding other) {
    return new Holding(files + other.files, bytes + other.bytes);
  }

  Holding minus(Holding other) {
    return new Holding(files - other.files, bytes - other.bytes);
  }

  /** The amount by which it exceeds another holding; 0 if it is smaller. */
  public Holding beyond(Holding other) {
    return new Holding(Math.max(0, files - other.files), Math.max(0, bytes - other.bytes));
  }

  boolean isWithin(Holding most) {
    return files <= most.files && bytes <= most.bytes;
  }
}
