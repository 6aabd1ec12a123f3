package org.bora.storm.state;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A row of StoRM's table of spaces.
 *
 * @param owner certificate subject
 * @param description userSpaceTokenDescription
 * @param total bytes
 * @param guaranteed bytes
 * @param used bytes of {@code total} that files occupy, by StoRM's figures
 * @param file its place, relative to the directory of its area
 * @param age time since it was reserved
 * @param left time until it ends, negative if it has ended; absent if it has no end
 * @param isStatic whether it is the area's own space
 */
public record StormSpace(
    String token,
    String owner,
    String description,
    long total,
    long guaranteed,
    long used,
    String file,
    Duration age,
    Optional<Duration> left,
    boolean isStatic) {

  public StormSpace {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(age, "age");
    Objects.requireNonNull(left, "left");
  }

  /** Bytes that its owner may still write. */
  public long unused() {
    return Math.max(0, total - used);
  }

  /** A client's, and its time is not over. */
  public boolean isLiveReservation() {
    return !isStatic && left.filter(Duration::isNegative).isEmpty();
  }
}
