package org.bora.api.put;

import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.SurlStatusesReply;

/** Writing (GFD.129 sections 5.5, 5.6 and 5.10). */
public interface PutCalls {

  PutReply prepareToPut(Call call, PutRequest request);

  PutReply statusOfPut(Call call, StatusRequest request);

  SurlStatusesReply putDone(Call call, PutDoneRequest request);
}
