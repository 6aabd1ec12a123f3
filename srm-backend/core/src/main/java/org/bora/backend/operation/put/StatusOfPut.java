package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.TokenSource;

/** srmStatusOfPutRequest (GFD.129 section 5.6). */
public final class StatusOfPut {
  private final PutLookup lookup;
  private final TokenSource tokens;

  StatusOfPut(PutLookup lookup, TokenSource tokens) {
    this.lookup = lookup;
    this.tokens = tokens;
  }

  /** As {@link org.bora.api.Catalogue#STATUS_OF_PUT}. */
  public PutReply statusOfPut(Call call, StatusRequest request) {
    return switch (lookup.find(call.caller(), request.token())) {
      case PutLookup.Found.No(ReturnStatus status) -> PutReplies.refused(status);
      case PutLookup.Found.Yes(PutFiles put) -> {
        Instant now = tokens.now();
        yield PutReplies.of(put.head(), put.files(), told(put, request.surls(), now), now);
      }
    };
  }

  private List<PutFileStatus> told(PutFiles put, List<Surl> surls, Instant now) {
    if (surls.isEmpty()) {
      return put.files().stream().map(file -> PutReplies.file(file, now)).toList();
    }
    Map<NameKey, PutRow> byName = PutLookup.byName(put.files());
    return surls.stream()
        .map(
            surl -> {
              PutRow row = byName.get(lookup.keyOf(surl));
              return row == null
                  ? PutReplies.stranger(surl)
                  : PutReplies.file(row.calledAs(surl), now);
            })
        .toList();
  }
}
