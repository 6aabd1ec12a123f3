package org.bora.backend.space;

import java.util.Objects;
import java.util.UUID;

/**
 * Bytes that a put has taken from one share of a space.
 *
 * @param bytes as announced; 0 if the client announced nothing; then they are taken at srmPutDone
 */
public record Promise(UUID space, int share, long bytes) {

  public Promise {
    Objects.requireNonNull(space, "space");
    if (share < 0 || bytes < 0) {
      throw new IllegalArgumentException("share " + share + ", " + bytes + " bytes");
    }
  }

  /** The same place, another number of bytes. */
  public Promise of(long otherBytes) {
    return new Promise(space, share, otherBytes);
  }
}
