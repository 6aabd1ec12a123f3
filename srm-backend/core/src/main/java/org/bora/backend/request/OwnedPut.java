package org.bora.backend.request;

import java.time.Instant;
import java.util.Objects;
import org.bora.storage.spi.Upload;

/**
 * A file being written and whose it is: what a look at its name tells, and no more. Listings ask
 * for it at every name.
 *
 * @param at where it comes among all puts
 * @param area the name of the area
 * @param since when the put began
 * @param pinUntil srmPutDone must come before
 */
public record OwnedPut(
    PutPosition at, String area, Upload upload, Instant since, Instant pinUntil, String ownerDn) {

  public OwnedPut {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(upload, "upload");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(pinUntil, "pinUntil");
    Objects.requireNonNull(ownerDn, "ownerDn");
  }

  /** Whether the pin has ended though the database does not say so yet. */
  public boolean isOverdue(Instant now) {
    return !now.isBefore(pinUntil);
  }
}
