package org.bora.api.request;

import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** What is common to all asynchronous requests (GFD.129 sections 5.9 to 5.12). */
public interface RequestCalls {

  SurlStatusesReply releaseFiles(Call call, ReleaseRequest request);

  StatusReply abortRequest(Call call, AbortRequest request);

  SurlStatusesReply abortFiles(Call call, AbortFilesRequest request);
}
