package org.bora.backend.operation.copy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.Progress;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/**
 * The files of copies. An abort changes the state and ends a local put. The backend that copies the
 * file notices it within about a second and stops the transfer.
 */
public final class CopyRequestFiles implements RequestFiles {
  private final Transactions transactions;
  private final CopyTable copies = new CopyTable();
  private final CopyEnding ending;
  private final Locator locator;

  public CopyRequestFiles(
      Transactions transactions, PutEnding puts, Locator locator, TokenSource tokens) {
    this.transactions = transactions;
    this.ending = new CopyEnding(transactions, puts, locator, tokens);
    this.locator = locator;
  }

  @Override
  public Set<RequestKind> kinds() {
    return Set.of(RequestKind.COPY);
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, ChangedBy by) {
    return files(request).stream()
        .map(row -> new SurlStatus(row.target(), abort(row, by)))
        .toList();
  }

  /** A file is named by its source or by its target. */
  @Override
  public List<SurlStatus> abort(RequestHead request, List<Surl> surls, ChangedBy by) {
    Map<NameKey, List<CopyRow>> byName = new HashMap<>();
    for (CopyRow row : files(request)) {
      keys(row).forEach(key -> byName.computeIfAbsent(key, none -> new ArrayList<>()).add(row));
    }
    List<SurlStatus> told = new ArrayList<>();
    for (Surl surl : surls) {
      ReturnStatus status = RequestFiles.stranger();
      for (CopyRow row : byName.getOrDefault(key(surl), List.of())) {
        status = abort(row, by);
      }
      told.add(new SurlStatus(surl, status));
    }
    return told;
  }

  /** Under which names a file is known: its source and its target, which may be the same. */
  List<NameKey> keys(CopyRow row) {
    NameKey source = key(row.source());
    NameKey target = key(row.target());
    return source.equals(target) ? List.of(source) : List.of(source, target);
  }

  NameKey key(Surl surl) {
    return NameKey.of(surl, locator.locate(surl));
  }

  private ReturnStatus abort(CopyRow row, ChangedBy by) {
    CopyRow now = row.state().isTerminal() ? row : ending.abort(CopyKey.of(row), by).orElse(row);
    return now.state() == CopyState.DONE
        ? ReturnStatus.of(SrmStatus.FAILURE, "the file has been copied; srmRm removes it")
        : ReturnStatus.success();
  }

  private List<CopyRow> files(RequestHead request) {
    return transactions
        .read(sql -> copies.files(sql, List.of(request.token())))
        .getOrDefault(request.token(), List.of());
  }

  @Override
  public Map<RequestToken, Progress> progress(Collection<RequestHead> requests) {
    List<RequestToken> wanted = requests.stream().map(RequestHead::token).toList();
    Map<RequestToken, List<CopyRow>> files = transactions.read(sql -> copies.files(sql, wanted));
    Map<RequestToken, Progress> progress = new HashMap<>();
    for (RequestHead head : requests) {
      progress.put(
          head.token(), progress(new CopyFiles(head, files.getOrDefault(head.token(), List.of()))));
    }
    return progress;
  }

  private static Progress progress(CopyFiles request) {
    int completed = 0;
    int waiting = 0;
    int failed = 0;
    for (CopyRow row : request.files()) {
      switch (row.state()) {
        case QUEUED, RUNNING -> waiting++;
        case DONE -> completed++;
        case ABORTED, FAILED -> failed++;
      }
    }
    return new Progress(request.status(), completed, waiting, failed);
  }
}
