package org.bora.backend.space;

/**
 * The totals of a space over all its shares, in bytes.
 *
 * @param free neither used nor promised; a limit only if the space is bounded
 * @param promised to files being written
 * @param used by files
 * @param files number of files
 */
public record Sums(long free, long promised, long used, long files) {

  /** Nothing at all. */
  public static final Sums NOTHING = new Sums(0, 0, 0, 0);

  Sums plus(Sums other) {
    return new Sums(
        free + other.free, promised + other.promised, used + other.used, files + other.files);
  }

  Sums negated() {
    return new Sums(-free, -promised, -used, -files);
  }

  boolean isNothing() {
    return equals(NOTHING);
  }
}
