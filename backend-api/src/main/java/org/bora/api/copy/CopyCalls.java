package org.bora.api.copy;

import org.bora.api.word.Call;

/**
 * Copying (GFD.129 sections 5.7 and 5.8). A copy goes on after its call; its state is asked for.
 */
public interface CopyCalls {

  CopyReply copy(Call call, CopyRequest request);

  CopyReply statusOfCopy(Call call, CopyStatusRequest request);
}
