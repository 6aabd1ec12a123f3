package org.bora.gridftp.copy;

import java.time.Duration;
import java.util.Objects;
import org.bora.gridftp.gss.GsiCredential;

/**
 * One file to be copied.
 *
 * @param credential both servers are called with it and get a proxy of it, so it must delegate
 *     ({@code Delegation.FULL})
 * @param time for all of it
 * @param removePartial whether what has been written is removed again when the copy fails or is
 *     stopped; the target is asked before whether there is a file, for one that the copy has not
 *     touched stays
 */
public record CopyOrder(
    GsiftpUrl source,
    GsiftpUrl target,
    GsiCredential credential,
    Duration time,
    boolean removePartial) {

  public CopyOrder {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(credential, "credential");
    if (!time.isPositive()) {
      throw new IllegalArgumentException("time " + time + " must be positive");
    }
  }
}
