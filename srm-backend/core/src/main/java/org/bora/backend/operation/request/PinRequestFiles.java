package org.bora.backend.operation.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinProgress;
import org.bora.backend.pin.PinTable;
import org.bora.backend.pin.PinnedFiles;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.Progress;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/** The files of gets and bringOnlines. */
final class PinRequestFiles implements RequestFiles {
  private final Transactions transactions;
  private final PinTable pins = new PinTable();
  private final RequestEventTable events = new RequestEventTable();
  private final Locator locator;
  private final TokenSource tokens;

  PinRequestFiles(Transactions transactions, Locator locator, TokenSource tokens) {
    this.transactions = transactions;
    this.locator = locator;
    this.tokens = tokens;
  }

  @Override
  public Set<RequestKind> kinds() {
    return Set.of(RequestKind.GET, RequestKind.BRING_ONLINE);
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, ChangedBy by) {
    List<Pin> files = files(request);
    end(files, by);
    return files.stream().map(pin -> new SurlStatus(pin.surl(), ReturnStatus.success())).toList();
  }

  @Override
  public List<SurlStatus> abort(RequestHead request, List<Surl> surls, ChangedBy by) {
    List<NameKey> keys =
        surls.stream().map(surl -> NameKey.of(surl, locator.locate(surl))).toList();
    Set<NameKey> wanted = new HashSet<>(keys);
    List<Pin> files = files(request).stream().filter(pin -> wanted.contains(pin.key())).toList();
    end(files, by);
    Set<NameKey> known = files.stream().map(Pin::key).collect(Collectors.toSet());
    List<SurlStatus> told = new ArrayList<>();
    for (int at = 0; at < surls.size(); at++) {
      told.add(
          new SurlStatus(
              surls.get(at),
              known.contains(keys.get(at)) ? ReturnStatus.success() : RequestFiles.stranger()));
    }
    return told;
  }

  private List<Pin> files(RequestHead request) {
    return transactions
        .read(sql -> pins.find(sql, request.token()))
        .map(PinnedFiles::files)
        .orElse(List.of());
  }

  private void end(List<Pin> files, ChangedBy by) {
    Instant seen = tokens.now();
    List<Pin> open = files.stream().filter(pin -> !pin.stateAt(seen).isTerminal()).toList();
    if (!open.isEmpty()) {
      transactions.talk(
          dialogue -> {
            Instant now = tokens.now();
            Map<RequestToken, Integer> moved = pins.abort(dialogue.ask(), open, why(by), now);
            events.add(dialogue, moved, RequestEvent.Kind.ABORTED, by, now);
            return moved;
          });
    }
  }

  private static String why(ChangedBy by) {
    if (!by.ordered()) {
      return "";
    }
    return "aborted by an administrator" + (by.reason().isEmpty() ? "" : ": " + by.reason());
  }

  @Override
  public Map<RequestToken, Progress> progress(Collection<RequestHead> requests) {
    Instant now = tokens.now();
    return PinProgress.of(requests, transactions.read(sql -> pins.groups(sql, requests, now)));
  }
}
