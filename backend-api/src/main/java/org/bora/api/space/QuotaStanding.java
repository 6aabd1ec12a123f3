package org.bora.api.space;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * What one user or organisation uses of an area, and its limits.
 *
 * @param area its name
 * @param usedBytes bytes of files, and bytes announced by open puts
 * @param usedFiles stored files and open puts
 * @param bytes limit; absent: no limit
 * @param files limit; absent: no limit
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
