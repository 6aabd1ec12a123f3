package org.bora.api.space;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * What one user or one organisation has of an area, and may have.
 *
 * @param area its name
 * @param usedBytes of files, and announced by open puts
 * @param usedFiles stored, and open puts
 * @param bytes that there may be; absent: no limit
 * @param files that there may be; absent: no limit
 */
public record QuotaStanding(
    String area,
    Holder holder,
    long usedBytes,
    long usedFiles,
    OptionalLong bytes,
    OptionalLong files) {

  /** Whose quota it is. */
  public enum Holder {
    /** Of the caller. */
    USER,
    /** Of the organisation of the caller's primary attribute. */
    VO
  }

  public QuotaStanding {
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(files, "files");
  }
}
