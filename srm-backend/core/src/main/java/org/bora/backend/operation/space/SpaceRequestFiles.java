package org.bora.backend.operation.space;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.backend.locate.Locator;
import org.bora.backend.operation.space.SpaceRequestTable.Change;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.Progress;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;

/**
 * The files of requests about spaces: only srmChangeSpaceForFiles has any; the others are final at
 * once. An abort stops files that have not moved yet.
 */
final class SpaceRequestFiles implements RequestFiles {
  private final SpaceServices services;
  private final RequestEventTable events = new RequestEventTable();
  private final Locator locator;

  SpaceRequestFiles(SpaceServices services) {
    this.services = services;
    this.locator = services.entrance().locator();
  }

  @Override
  public Set<RequestKind> kinds() {
    return Set.of(RequestKind.RESERVE_SPACE, RequestKind.UPDATE_SPACE, RequestKind.CHANGE_SPACE);
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, ChangedBy by) {
    return changes(request).stream()
        .map(change -> new SurlStatus(change.surl(), abort(request, change, by)))
        .toList();
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, List<Surl> surls, ChangedBy by) {
    Map<NameKey, Change> byName = new HashMap<>();
    changes(request).forEach(change -> byName.putIfAbsent(change.key(), change));
    return surls.stream()
        .map(
            surl -> {
              Change change = byName.get(NameKey.of(surl, locator.locate(surl)));
              return new SurlStatus(
                  surl, change == null ? RequestFiles.stranger() : abort(request, change, by));
            })
        .toList();
  }

  private List<Change> changes(RequestHead request) {
    return request.kind() == RequestKind.CHANGE_SPACE
        ? services.transactions().read(sql -> services.requests().changes(sql, request.token()))
        : List.of();
  }

  private ReturnStatus abort(RequestHead request, Change change, ChangedBy by) {
    if (change.status().code() == SrmStatus.SUCCESS) {
      return ReturnStatus.of(SrmStatus.FAILURE, "the file has changed its space already");
    }
    services
        .transactions()
        .talk(
            dialogue -> {
              ReturnStatus told = ReturnStatus.of(SrmStatus.ABORTED, "the request was aborted");
              boolean aborted =
                  services.requests().end(dialogue.ask(), request.token(), change.position(), told);
              if (aborted) {
                events.add(
                    dialogue, request.token(), RequestEvent.Kind.ABORTED, by, services.now(), 1);
              }
              return aborted;
            });
    return ReturnStatus.success();
  }

  @Override
  public Map<RequestToken, Progress> progress(Collection<RequestHead> requests) {
    List<RequestHead> changing =
        requests.stream().filter(head -> head.kind() == RequestKind.CHANGE_SPACE).toList();
    List<RequestHead> others =
        requests.stream().filter(head -> head.kind() != RequestKind.CHANGE_SPACE).toList();
    Map<RequestToken, Progress> progress = new HashMap<>();
    if (!others.isEmpty()) {
      services
          .transactions()
          .read(sql -> services.requests().statuses(sql, others))
          .forEach((token, status) -> progress.put(token, new Progress(status, 0, 0, 0)));
    }
    if (!changing.isEmpty()) {
      Map<RequestToken, Map<SrmStatus, Integer>> counts =
          services.transactions().read(sql -> services.requests().counts(sql, changing));
      changing.forEach(
          head ->
              progress.put(
                  head.token(), progress(head, counts.getOrDefault(head.token(), Map.of()))));
    }
    return progress;
  }

  private static Progress progress(RequestHead head, Map<SrmStatus, Integer> counts) {
    int completed = counts.getOrDefault(SrmStatus.SUCCESS, 0);
    int waiting = counts.getOrDefault(SrmStatus.REQUEST_INPROGRESS, 0);
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    ReturnStatus status =
        waiting > 0 && head.suspended()
            ? ReturnStatus.of(SrmStatus.REQUEST_SUSPENDED)
            : StatusAggregation.of(counts.keySet().stream().map(ReturnStatus::of).toList());
    return new Progress(status, completed, waiting, all - completed - waiting);
  }
}
