package org.bora.api.bringonline;

import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;

/** Staging (GFD.129 sections 5.3 and 5.4). A file on disk is pinned and answered at once. */
public interface BringOnlineCalls {

  GetReply bringOnline(Call call, GetRequest request);

  GetReply statusOfBringOnline(Call call, StatusRequest request);
}
