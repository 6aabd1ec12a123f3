package org.bora.api.request;

import java.util.List;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** What is common to all asynchronous requests (GFD.129 sections 5.9 and 5.11 to 5.17). */
public interface RequestCalls {

  SurlStatusesReply releaseFiles(Call call, ReleaseRequest request);

  StatusReply abortRequest(Call call, AbortRequest request);

  SurlStatusesReply abortFiles(Call call, AbortFilesRequest request);

  /** srmSuspendRequest: what has not begun waits until the request is resumed. */
  default StatusReply suspendRequest(Call call, String token) {
    throw BackendFailure.notOffered();
  }

  default StatusReply resumeRequest(Call call, String token) {
    throw BackendFailure.notOffered();
  }

  default RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    throw BackendFailure.notOffered();
  }

  /** srmGetRequestTokens; no description means every request of the caller. */
  default KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    throw BackendFailure.notOffered();
  }

  default LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    throw BackendFailure.notOffered();
  }
}
