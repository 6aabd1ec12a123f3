package org.bora.backend.listing;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.request.RequestHead;

/**
 * A stored listing, without its results.
 *
 * @param round how often it was started; only the last round may write
 * @param leaseUntil when the listing backend counts as dead
 * @param outcome status of the whole listing; present when it has ended
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

  /** The reply to the client while a backend lists, or should list. */
  public ReturnStatus waiting() {
    return head.suspended()
        ? ReturnStatus.of(SrmStatus.REQUEST_SUSPENDED)
        : ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS, "the listing goes on");
  }
}
