package org.bora.gridftp.copy;

import java.time.Duration;
import java.util.Objects;
import org.bora.gridftp.gss.GsiCredential;

/**
 * One file to be copied.
 *
 * @param credential for both servers, each of which gets a delegated proxy of it ({@code
 *     Delegation.FULL})
 * @param time limit for the whole copy
 * @param removePartial whether a partial file is removed if the copy fails or is stopped. The copy
 *     first asks whether the target exists; a file that the copy has not touched stays
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
