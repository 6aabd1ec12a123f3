package org.bora.api.request;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** What is common to all asynchronous requests (GFD.129 sections 5.9 and 5.11 to 5.17). */
public interface RequestCalls {

  SurlStatusesReply releaseFiles(Call call, ReleaseRequest request);

  StatusReply abortRequest(Call call, AbortRequest request);

  SurlStatusesReply abortFiles(Call call, AbortFilesRequest request);

  /** srmSuspendRequest: what has not begun waits until the request is resumed. */
  StatusReply suspendRequest(Call call, String token);

  StatusReply resumeRequest(Call call, String token);

  RequestSummariesReply getRequestSummary(Call call, List<String> tokens);

  /** srmGetRequestTokens; no description means every request of the caller. */
  KnownRequestsReply getRequestTokens(Call call, Optional<String> description);

  LifetimesReply extendFileLifeTime(Call call, ExtendRequest request);
}
