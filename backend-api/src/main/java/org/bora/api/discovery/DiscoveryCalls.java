package org.bora.api.discovery;

import org.bora.api.word.Call;

/** Discovery (GFD.129 section 6). srmPing is the frontend's own. */
public interface DiscoveryCalls {

  /** srmGetTransferProtocols. */
  TransferProtocolsReply getTransferProtocols(Call call);
}
