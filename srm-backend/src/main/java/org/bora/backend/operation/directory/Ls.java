package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.Call;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.request.NameUse;

/**
 * srmLs (GFD.129 4.4), always answered at once. The reply holds a detail for every SURL, also for
 * those that failed, since clients read the details whatever the status of the whole says.
 */
public final class Ls {

  private final Entrance entrance;
  private final NameUse names;
  private final EntryDescription description;
  private final DirectorySettings settings;
  private final Clock clock;

  public Ls(
      Entrance entrance,
      NameUse names,
      Accounts accounts,
      DirectorySettings settings,
      Clock clock) {
    this.entrance = entrance;
    this.names = names;
    this.description = new EntryDescription(accounts, clock.instant());
    this.settings = settings;
    this.clock = clock;
  }

  /** Lists. A listing that outlasts the deadline is a TIMED_OUT failure: nobody waits for it. */
  public LsReply ls(Call call, LsRequest request) {
    Optional<ReturnStatus> refusal = refusal(request);
    if (refusal.isPresent()) {
      return LsReply.of(refusal.get(), List.of());
    }
    LsBudget budget = new LsBudget(settings.maxEntries());
    LsWalk walk =
        new LsWalk(
            entrance,
            names,
            description,
            call.caller(),
            request.full(),
            budget,
            new CallerPatience(clock, call.deadline(), Duration.ZERO));
    LsDepth depth = depth(request);
    List<PathDetail> details =
        request.surls().stream()
            .map(
                surl ->
                    walk.show(
                        entrance.enter(call.caller(), OperationClass.LIST, surl),
                        surl.text(),
                        depth))
            .toList();
    return LsReply.of(status(details, budget), details);
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
        || isNegative(request.count())) {
      return refusal(
          SrmStatus.INVALID_REQUEST, "numOfLevels, offset and count must not be negative");
    }
    if (request.filter().filter(type -> type != FileStorageType.PERMANENT).isPresent()) {
      return refusal(SrmStatus.NOT_SUPPORTED, "all files here are PERMANENT");
    }
    return Optional.empty();
  }

  private static Optional<ReturnStatus> refusal(SrmStatus code, String explanation) {
    return Optional.of(ReturnStatus.of(code, explanation));
  }

  private static boolean isNegative(OptionalInt number) {
    return number.orElse(0) < 0;
  }

  private LsDepth depth(LsRequest request) {
    int wanted = request.allLevels() ? Integer.MAX_VALUE : request.levels().orElse(1);
    return new LsDepth(
        wanted, settings.maxLevels(), request.offset().orElse(0), request.count().orElse(0));
  }

  /** A busy file is well listed: ARC loses its upload on any other status of the whole. */
  private ReturnStatus status(List<PathDetail> details, LsBudget budget) {
    if (budget.isTruncated()) {
      return ReturnStatus.of(
          SrmStatus.TOO_MANY_RESULTS,
          "cut at "
              + settings.maxEntries()
              + " entries or "
              + settings.maxLevels()
              + " levels; ask with offset and count for the rest");
    }
    return RequestStatus.of(
        details.stream()
            .map(PathDetail::status)
            .map(s -> s.code() == SrmStatus.FILE_BUSY ? ReturnStatus.success() : s)
            .toList());
  }
}
