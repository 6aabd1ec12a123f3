package org.bora.backend.operation.directory;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.listing.Enquiry;
import org.bora.backend.locate.SurlPath;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.request.NameUse;

/** Lists in the calling thread, as long as its patience lasts. */
public final class Lister {
  /** Number of names whose puts are queried in one statement. */
  private static final int AT_A_TIME = 500;

  private final Entrance entrance;
  private final NameUse names;
  private final EntryDescription description;
  private final DirectorySettings settings;
  private final PageMarks marks;
  private final OrderedNames ordered;

  /**
   * @param clock that of deadlines and lives of files
   * @param machine that of the filesystems: this machine's
   */
  public Lister(
      Entrance entrance,
      NameUse names,
      Accounts accounts,
      DirectorySettings settings,
      Clock clock,
      Clock machine) {
    this.entrance = entrance;
    this.names = names;
    this.description = new EntryDescription(accounts, clock);
    this.settings = settings;
    this.marks = new PageMarks(machine);
    this.ordered = new OrderedNames(machine);
  }

  /** A detail for every SURL, for a request that is well formed. */
  LsReply list(Enquiry enquiry, ListingPatience patience) {
    LsRequest request = enquiry.request();
    LsBudget budget = new LsBudget(settings.maxEntries());
    LsWalk.Reply reply = new LsWalk.Reply(budget, patience, marks, ordered);
    LsWalk walk = new LsWalk(entrance, names, description, enquiry.caller(), request, reply);
    LsDepth depth = depth(request);
    List<PathDetail> details = new ArrayList<>();
    List<Surl> surls = request.surls();
    for (int from = 0; from < surls.size(); from += AT_A_TIME) {
      show(walk, enquiry, surls.subList(from, Math.min(surls.size(), from + AT_A_TIME)), depth)
          .forEach(details::add);
    }
    return new LsReply(status(details, budget), walk.next(), details);
  }

  private List<PathDetail> show(LsWalk walk, Enquiry enquiry, List<Surl> surls, LsDepth depth) {
    List<Entrance.Entry> entries =
        surls.stream()
            .map(surl -> entrance.enter(enquiry.caller(), OperationClass.LIST, surl))
            .toList();
    if (surls.size() > 1) {
      walk.lookAhead(entries);
    }
    List<PathDetail> details = new ArrayList<>();
    for (int at = 0; at < surls.size(); at++) {
      details.add(walk.show(entries.get(at), SurlPath.of(surls.get(at)), depth));
    }
    return details;
  }

  private LsDepth depth(LsRequest request) {
    int wanted = request.allLevels() ? Integer.MAX_VALUE : request.levels().orElse(1);
    return new LsDepth(
        wanted,
        settings.maxLevels(),
        request.offset().orElse(0),
        request.count().orElse(0),
        request.behind());
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
