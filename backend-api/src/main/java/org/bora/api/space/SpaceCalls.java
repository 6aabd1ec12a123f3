package org.bora.api.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Call;

/** Space functions (GFD.129 section 2). */
public interface SpaceCalls {

  /** srmGetSpaceTokens; no description means every space the caller may use. */
  SpaceTokensReply getSpaceTokens(Call call, Optional<String> description);

  SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens);
}
