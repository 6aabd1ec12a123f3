package org.bora.backend.listing;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.request.RequestHead;

/**
 * A listing as it is stored, without what it found.
 *
 * @param round how often it was begun: only the last one may write
 * @param leaseUntil when the backend that lists counts as dead
 * @param outcome what the client is told of the whole; present once the listing is over
 */
public record KeptListing(
    RequestHead head,
    Enquiry enquiry,
    ListingState state,
    int round,
    Instant leaseUntil,
    Optional<ReturnStatus> outcome) {

  public KeptListing {
    Objects.requireNonNull(head, "head");
    Objects.requireNonNull(enquiry, "enquiry");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(leaseUntil, "leaseUntil");
    Objects.requireNonNull(outcome, "outcome");
    if (outcome.isPresent() == (state == ListingState.LISTING)) {
      throw new IllegalArgumentException("an outcome belongs to the end of a listing");
    }
  }

  /** What the client is told while a backend lists, or should. */
  public ReturnStatus waiting() {
    return head.suspended()
        ? ReturnStatus.of(SrmStatus.REQUEST_SUSPENDED)
        : ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS, "the listing goes on");
  }
}
