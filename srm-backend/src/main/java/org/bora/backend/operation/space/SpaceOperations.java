package org.bora.backend.operation.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.space.SpaceCalls;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.word.Call;

/** The space functions as one. */
public record SpaceOperations(GetSpaceTokens tokens, GetSpaceMetaData metaData)
    implements SpaceCalls {

  @Override
  public SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    return tokens.getSpaceTokens(call, description);
  }

  @Override
  public SpaceMetaDataReply getSpaceMetaData(Call call, List<String> asked) {
    return metaData.getSpaceMetaData(call, asked);
  }
}
