package org.bora.backend.operation.request;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.Pin;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutRow;

/** srmAbortFiles (GFD.129 section 5.12). */
public final class AbortFiles {
  private final Aborting aborting;
  private final Locator locator;

  AbortFiles(Aborting aborting, Locator locator) {
    this.aborting = aborting;
    this.locator = locator;
  }

  /** As {@link org.bora.api.request.RequestCalls#abortFiles}. */
  public SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    if (request.surls().isEmpty()) {
      return new SurlStatusesReply(
          ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the request names no file"), List.of());
    }
    List<NameKey> keys =
        request.surls().stream().map(surl -> NameKey.of(surl, locator.locate(surl))).toList();
    return switch (aborting.find(call.caller(), request.token(), keys)) {
      case Aborting.Found.No(ReturnStatus status) -> new SurlStatusesReply(status, List.of());
      case Aborting.Found.Yes(AbortableFiles files) -> abort(files, request.surls(), keys);
    };
  }

  private SurlStatusesReply abort(AbortableFiles files, List<Surl> surls, List<NameKey> keys) {
    Set<NameKey> wanted = new HashSet<>(keys);
    Map<NameKey, PutRow> puts = PutLookup.byName(files.puts());
    puts.keySet().retainAll(wanted);
    List<Pin> pins = files.pins().stream().filter(pin -> wanted.contains(pin.key())).toList();
    Set<NameKey> pinned = new HashSet<>(pins.stream().map(Pin::key).toList());
    Map<Integer, ReturnStatus> results =
        aborting.abort(new AbortableFiles(List.copyOf(puts.values()), pins));
    List<SurlStatus> told = new ArrayList<>();
    for (int at = 0; at < surls.size(); at++) {
      told.add(new SurlStatus(surls.get(at), result(keys.get(at), puts, pinned, results)));
    }
    return new SurlStatusesReply(
        StatusAggregation.of(told.stream().map(SurlStatus::status).toList()), told);
  }

  private static ReturnStatus result(
      NameKey key,
      Map<NameKey, PutRow> puts,
      Set<NameKey> pinned,
      Map<Integer, ReturnStatus> results) {
    PutRow put = puts.get(key);
    if (put != null) {
      return results.get(put.position());
    }
    return pinned.contains(key)
        ? ReturnStatus.success()
        : ReturnStatus.of(SrmStatus.INVALID_PATH, "the request has no such file");
  }
}
