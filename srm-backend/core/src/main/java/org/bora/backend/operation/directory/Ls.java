package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.StatReply;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.listing.Enquiry;

/**
 * srmLs (GFD.129 4.4), answered at once unless it takes long, because clients wait half a second
 * before they use a token. Doors of other protocols get no token, because these have no place for
 * one. The reply contains a detail for every SURL, even for failed ones, since clients read the
 * details whatever the overall status is. Stat does the same for doors of other protocols, without
 * children.
 */
public final class Ls {

  private final Lister lister;
  private final LongListings longListings;
  private final DirectorySettings settings;
  private final Clock clock;

  public Ls(Lister lister, LongListings longListings, DirectorySettings settings, Clock clock) {
    this.lister = lister;
    this.longListings = longListings;
    this.settings = settings;
    this.clock = clock;
  }

  /** Lists. A listing that outlasts the deadline is a TIMED_OUT failure. */
  public LsReply ls(Call call, LsRequest request) {
    Optional<ReturnStatus> refusal = refusal(request);
    if (refusal.isPresent()) {
      return LsReply.of(refusal.get(), List.of());
    }
    Enquiry enquiry = new Enquiry(call.caller(), request);
    return isShort(request) || request.patience().isPresent()
        ? atOnce(call, enquiry)
        : longListings.list(enquiry, call.deadline());
  }

  private LsReply atOnce(Call call, Enquiry enquiry) {
    Instant last = call.deadline();
    OptionalInt patience = enquiry.request().patience();
    if (patience.isPresent()) {
      Instant wanted = clock.instant().plusSeconds(patience.getAsInt());
      last = wanted.isBefore(last) ? wanted : last;
    }
    return lister.list(enquiry, new CallerPatience(clock, last, Duration.ZERO));
  }

  /** Everything known of the names themselves and nothing below them, always within the call. */
  public StatReply stat(Call call, SurlsRequest names) {
    LsRequest request =
        new LsRequest(
            names.surls(),
            true,
            false,
            OptionalInt.of(0),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty());
    LsReply listed =
        refusal(request)
            .map(status -> LsReply.of(status, List.of()))
            .orElseGet(() -> atOnce(call, new Enquiry(call.caller(), request)));
    return new StatReply(
        listed.status(),
        listed.details().stream()
            .map(name -> new StatReply.Entry(name.path(), name.status(), name.attributes()))
            .toList());
  }

  /** Whether it is about one entry without its children, as most calls are. */
  private static boolean isShort(LsRequest request) {
    return request.surls().size() == 1 && !request.allLevels() && request.levels().orElse(1) == 0;
  }

  private Optional<ReturnStatus> refusal(LsRequest request) {
    if (request.surls().isEmpty()) {
      return refusal(SrmStatus.INVALID_REQUEST, "no SURL is given");
    }
    if (request.surls().size() > settings.maxSurls()) {
      return refusal(
          SrmStatus.INVALID_REQUEST,
          request.surls().size() + " SURLs in one call, at most " + settings.maxSurls());
    }
    if (isNegative(request.levels())
        || isNegative(request.offset())
        || isNegative(request.count())
        || isNegative(request.patience())) {
      return refusal(
          SrmStatus.INVALID_REQUEST, "numOfLevels, offset and count must not be negative");
    }
    return Optional.empty();
  }

  private static Optional<ReturnStatus> refusal(SrmStatus code, String explanation) {
    return Optional.of(ReturnStatus.of(code, explanation));
  }

  private static boolean isNegative(OptionalInt number) {
    return number.orElse(0) < 0;
  }
}
