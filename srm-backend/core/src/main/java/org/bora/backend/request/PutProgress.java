package org.bora.backend.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.outcome.RequestStatus;

/** The progress of puts, from counts by the database. */
public final class PutProgress {

  private PutProgress() {}

  /** One for each request. */
  public static Map<RequestToken, Progress> of(
      Collection<RequestHead> requests, List<PutTable.Group> groups) {
    Map<RequestToken, Progress> progress = new HashMap<>();
    for (RequestHead head : requests) {
      progress.put(
          head.token(),
          of(groups.stream().filter(group -> group.token().equals(head.token())).toList()));
    }
    return progress;
  }

  /**
   * The status of a put from what each file contributes ({@link PutRow#outcome}).
   *
   * <p>What no file can have is refused as a whole: file statuses know no such code (5.5.3). Where
   * every file that was accepted is aborted, so is the request, as dCache and StoRM have it: a
   * client that asks by the token alone must not take it for done.
   *
   * @param accepted the states of the files that were accepted
   */
  public static ReturnStatus status(List<ReturnStatus> outcomes, Collection<PutState> accepted) {
    if (!accepted.isEmpty() && accepted.stream().allMatch(PutState.ABORTED::equals)) {
      return ReturnStatus.of(SrmStatus.ABORTED, "every file of the request was aborted");
    }
    boolean notOffered =
        !outcomes.isEmpty()
            && outcomes.stream().allMatch(file -> file.code() == SrmStatus.NOT_SUPPORTED);
    return notOffered ? outcomes.getFirst() : RequestStatus.of(outcomes);
  }

  private static Progress of(List<PutTable.Group> groups) {
    List<ReturnStatus> outcomes = new ArrayList<>();
    Set<PutState> accepted = EnumSet.noneOf(PutState.class);
    int completed = 0;
    int waiting = 0;
    int failed = 0;
    for (PutTable.Group group : groups) {
      outcomes.addAll(Collections.nCopies(group.count(), group.outcome()));
      if (group.outcome().code() == SrmStatus.SUCCESS) {
        accepted.add(group.seen());
      }
      switch (group.seen()) {
        case STORED -> completed += group.count();
        case SPACE_AVAILABLE -> waiting += group.count();
        case ABORTED, EXPIRED, FAILED -> failed += group.count();
      }
    }
    return new Progress(status(outcomes, accepted), completed, waiting, failed);
  }
}
