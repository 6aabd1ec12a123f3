package org.bora.api.directory;

import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** Directory functions (GFD.129 section 4). */
public interface DirectoryCalls {

  /** srmLs: answered at once, or with a token where the listing takes longer than a setting. */
  LsReply ls(Call call, LsRequest request);

  /** The same, its entries to be read as they come. */
  default LsStream openLs(Call call, LsRequest request) {
    return LsStream.of(ls(call, request));
  }

  LsReply statusOfLs(Call call, StatusOfLsRequest request);

  /** The same, its entries to be read as they come. */
  default LsStream openStatusOfLs(Call call, StatusOfLsRequest request) {
    return LsStream.of(statusOfLs(call, request));
  }

  StatusReply mkdir(Call call, MkdirRequest request);

  StatusReply rmdir(Call call, RmdirRequest request);

  /** srmRm: ends active puts and gets of the files it removes. */
  SurlStatusesReply rm(Call call, RmRequest request);

  StatusReply mv(Call call, MvRequest request);
}
