package org.bora.backend.operation.request;

import java.util.List;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.RequestHead;

/** srmAbortFiles (GFD.129 section 5.12): like srmAbortRequest, for single files. */
public final class AbortFiles {
  private final RequestLookup lookup;
  private final AllRequestFiles files;

  AbortFiles(RequestLookup lookup, AllRequestFiles files) {
    this.lookup = lookup;
    this.files = files;
  }

  /** As {@link org.bora.api.Catalogue#ABORT_FILES}. */
  public SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    if (request.surls().isEmpty()) {
      return refused(ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the request names no file"));
    }
    return switch (lookup.find(call.caller(), request.token())) {
      case RequestLookup.Found.No(ReturnStatus status) -> refused(status);
      case RequestLookup.Found.Yes(RequestHead head) -> {
        List<SurlStatus> aborted =
            files.of(head.kind()).abort(head, request.surls(), ChangedBy.caller(call));
        yield new SurlStatusesReply(
            StatusAggregation.of(aborted.stream().map(SurlStatus::status).toList()), aborted);
      }
    };
  }

  private static SurlStatusesReply refused(ReturnStatus status) {
    return new SurlStatusesReply(status, List.of());
  }
}
