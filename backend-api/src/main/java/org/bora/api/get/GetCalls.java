package org.bora.api.get;

import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;

/** Reading (GFD.129 sections 5.1 and 5.2). */
public interface GetCalls {

  GetReply prepareToGet(Call call, GetRequest request);

  GetReply statusOfGet(Call call, StatusRequest request);
}
