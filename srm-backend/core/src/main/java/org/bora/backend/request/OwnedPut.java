package org.bora.backend.request;

import java.time.Instant;
import java.util.Objects;
import org.bora.storage.spi.Upload;

/**
 * A file that is being written, and its owner. Listings read this for every name, so it is small.
 *
 * @param at where it comes among all puts
 * @param area the name of the area
 * @param since when the put began
 * @param pinUntil deadline of srmPutDone
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
