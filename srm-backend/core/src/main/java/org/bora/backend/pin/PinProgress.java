package org.bora.backend.pin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.request.Progress;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestToken;

/** The progress of gets and bringOnlines, from counts by the database. */
public final class PinProgress {

  private PinProgress() {}

  /** One for each request; a request without files is complete. */
  public static Map<RequestToken, Progress> of(
      Collection<RequestHead> requests, List<PinTable.Group> groups) {
    Map<RequestToken, Progress> progress = new HashMap<>();
    for (RequestHead head : requests) {
      progress.put(
          head.token(),
          of(groups.stream().filter(group -> group.token().equals(head.token())).toList()));
    }
    return progress;
  }

  private static Progress of(List<PinTable.Group> groups) {
    List<ReturnStatus> outcomes = new ArrayList<>();
    int completed = 0;
    int waiting = 0;
    int failed = 0;
    for (PinTable.Group group : groups) {
      outcomes.addAll(Collections.nCopies(group.count(), group.outcome()));
      if (group.outcome().code() == SrmStatus.SUCCESS) {
        completed += group.count();
      } else if (new Progress(group.outcome(), 0, 0, 0).isFinished()) {
        failed += group.count();
      } else {
        waiting += group.count();
      }
    }
    return new Progress(PinnedFiles.status(outcomes), completed, waiting, failed);
  }
}
