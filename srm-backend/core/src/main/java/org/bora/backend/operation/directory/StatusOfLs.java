package org.bora.backend.operation.directory;

import java.util.List;
import java.util.Optional;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.listing.KeptListing;
import org.bora.backend.listing.Listings;

/**
 * srmStatusOfLsRequest (GFD.129 4.5). Offset and count page through the children of what the srmLs
 * asked for; a client that names neither gets all of it.
 */
public final class StatusOfLs {
  private final Listings listings;
  private final LongListings longListings;

  public StatusOfLs(Listings listings, LongListings longListings) {
    this.listings = listings;
    this.longListings = longListings;
  }

  /** As {@link org.bora.api.Catalogue#STATUS_OF_LS}. */
  public LsReply statusOfLs(Call call, StatusOfLsRequest request) {
    if (request.offset().orElse(0) < 0 || request.count().orElse(0) < 0) {
      return refused(
          ReturnStatus.of(SrmStatus.INVALID_REQUEST, "offset and count must not be negative"));
    }
    return switch (listings.find(call.caller(), request.token())) {
      case Listings.Found.No(ReturnStatus status) -> refused(status);
      case Listings.Found.Yes(KeptListing listing) -> told(listing, request);
    };
  }

  private static LsReply refused(ReturnStatus status) {
    return LsReply.of(status, List.of());
  }

  private LsReply told(KeptListing listing, StatusOfLsRequest request) {
    return switch (listing.state()) {
      case LISTING -> longListings.askedFor(listing);
      case LISTED ->
          page(listing, request)
              .orElseGet(
                  () ->
                      refused(
                          ReturnStatus.of(
                              SrmStatus.INVALID_REQUEST,
                              "the result of the listing was deleted; list again")));
      case ABORTED, FAILED ->
          new LsReply(listing.outcome().orElseThrow(), Optional.of(request.token()), List.of());
    };
  }

  private Optional<LsReply> page(KeptListing listing, StatusOfLsRequest request) {
    int count = request.count().orElse(0);
    return listings
        .found(listing, request.offset().orElse(0), count == 0 ? Integer.MAX_VALUE : count)
        .map(found -> new LsReply(found.status(), Optional.of(request.token()), found.details()));
  }
}
