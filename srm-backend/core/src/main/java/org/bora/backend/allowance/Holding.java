package org.bora.backend.allowance;

/**
 * What open puts hold, or may hold, of one area.
 *
 * @param files how many puts
 * @param bytes what they announced of the area's own space
 */
public record Holding(long files, long bytes) {
  public static final Holding NONE = new Holding(0, 0);

  public Holding plus(Holding other) {
    return new Holding(files + other.files, bytes + other.bytes);
  }

  Holding minus(Holding other) {
    return new Holding(files - other.files, bytes - other.bytes);
  }

  /** How much it is more than another one; nothing where it is less. */
  public Holding beyond(Holding other) {
    return new Holding(Math.max(0, files - other.files), Math.max(0, bytes - other.bytes));
  }

  boolean isWithin(Holding most) {
    return files <= most.files && bytes <= most.bytes;
  }
}
