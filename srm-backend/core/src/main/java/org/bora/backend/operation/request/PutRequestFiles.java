package org.bora.backend.operation.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.Progress;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutProgress;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;

/**
 * The files of puts. Aborting one removes what was written; a file that is in its place is not
 * aborted but removed with srmRm (GFD.129 section 5.11.2).
 */
final class PutRequestFiles implements RequestFiles {
  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final RequestEventTable events = new RequestEventTable();
  private final PutEnding ending;
  private final Locator locator;
  private final TokenSource tokens;

  PutRequestFiles(
      Transactions transactions, Locator locator, SpaceBooks books, TokenSource tokens) {
    this.transactions = transactions;
    this.ending = new PutEnding(transactions, puts, locator, books);
    this.locator = locator;
    this.tokens = tokens;
  }

  @Override
  public Set<RequestKind> kinds() {
    return Set.of(RequestKind.PUT);
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, ChangedBy by) {
    List<PutRow> rows = rows(request, Set.of());
    Map<Integer, ReturnStatus> results = abort(rows, by);
    return rows.stream()
        .map(row -> new SurlStatus(row.surl(), results.get(row.position())))
        .toList();
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, List<Surl> surls, ChangedBy by) {
    List<NameKey> keys =
        surls.stream().map(surl -> NameKey.of(surl, locator.locate(surl))).toList();
    Set<NameKey> wanted = new HashSet<>(keys);
    Map<NameKey, PutRow> byName = PutLookup.byName(rows(request, wanted));
    byName.keySet().retainAll(wanted);
    Map<Integer, ReturnStatus> results = abort(List.copyOf(byName.values()), by);
    List<SurlStatus> told = new ArrayList<>();
    for (int at = 0; at < surls.size(); at++) {
      PutRow row = byName.get(keys.get(at));
      told.add(
          new SurlStatus(
              surls.get(at), row == null ? RequestFiles.stranger() : results.get(row.position())));
    }
    return told;
  }

  private List<PutRow> rows(RequestHead request, Set<NameKey> keys) {
    return transactions
        .read(sql -> puts.find(sql, request.token(), keys))
        .map(PutFiles::files)
        .orElse(List.of());
  }

  /** What became of each, by its position in the request. */
  private Map<Integer, ReturnStatus> abort(List<PutRow> rows, ChangedBy by) {
    Map<Integer, ReturnStatus> results = new LinkedHashMap<>();
    Instant now = tokens.now();
    rows.forEach(row -> results.put(row.position(), result(row)));
    for (List<AcceptedPut> part : Rows.parts(PutRow.open(rows))) {
      transactions
          .talk(dialogue -> abort(dialogue, part, by, now))
          .forEach(row -> results.put(row.position(), result(row)));
    }
    return results;
  }

  /** A file that another call has ended meanwhile is not reported by this one. */
  private List<AcceptedPut> abort(
      Dialogue dialogue, List<AcceptedPut> part, ChangedBy by, Instant now) {
    List<AcceptedPut> before = ending.lock(dialogue, part);
    List<AcceptedPut> after = ending.endLocked(dialogue, before, PutState.Event.ABORT, now);
    events.add(dialogue, PutEnding.aborted(before, after), RequestEvent.Kind.ABORTED, by, now);
    return after;
  }

  private static ReturnStatus result(PutRow row) {
    return switch (row.state()) {
      case STORED ->
          ReturnStatus.of(
              SrmStatus.FAILURE, "the file has been written; it can be removed with srmRm");
      case ABORTED, EXPIRED, FAILED -> ReturnStatus.success();
      case SPACE_AVAILABLE ->
          ReturnStatus.of(SrmStatus.FAILURE, "the storage does not answer for this file");
    };
  }

  @Override
  public Map<RequestToken, Progress> progress(Collection<RequestHead> requests) {
    Instant now = tokens.now();
    return PutProgress.of(requests, transactions.read(sql -> puts.groups(sql, requests, now)));
  }
}
