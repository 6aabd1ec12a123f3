package org.bora.backend.listing;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.Progress;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;

/** The names of listings, which end only together. */
public final class ListingFiles implements RequestFiles {
  private final Listings listings;

  public ListingFiles(Listings listings) {
    this.listings = Objects.requireNonNull(listings, "listings");
  }

  @Override
  public Set<RequestKind> kinds() {
    return Set.of(RequestKind.LS);
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, ChangedBy by) {
    listings.abort(request.token(), by);
    return surls(request).stream()
        .map(surl -> new SurlStatus(surl, ReturnStatus.success()))
        .toList();
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, List<Surl> surls, ChangedBy by) {
    Set<Surl> known = Set.copyOf(surls(request));
    return surls.stream()
        .map(
            surl ->
                new SurlStatus(
                    surl,
                    known.contains(surl)
                        ? ReturnStatus.of(
                            SrmStatus.NOT_SUPPORTED, "a listing is aborted as a whole")
                        : RequestFiles.stranger()))
        .toList();
  }

  private List<Surl> surls(RequestHead request) {
    return listings.of(List.of(request)).stream()
        .flatMap(listing -> listing.enquiry().request().surls().stream())
        .distinct()
        .toList();
  }

  @Override
  public Map<RequestToken, Progress> progress(Collection<RequestHead> requests) {
    Map<RequestToken, Progress> all = new HashMap<>();
    for (KeptListing listing : listings.of(requests)) {
      int surls = listing.enquiry().request().surls().size();
      all.put(listing.head().token(), progress(listing, surls));
    }
    return all;
  }

  private static Progress progress(KeptListing listing, int surls) {
    return switch (listing.state()) {
      case LISTING -> new Progress(listing.waiting(), 0, surls, 0);
      case LISTED -> new Progress(listing.outcome().orElseThrow(), surls, 0, 0);
      case ABORTED, FAILED -> new Progress(listing.outcome().orElseThrow(), 0, 0, surls);
    };
  }
}
