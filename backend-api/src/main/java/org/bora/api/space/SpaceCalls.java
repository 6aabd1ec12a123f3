package org.bora.api.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.request.LifetimesReply;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** Space functions (GFD.129 section 2). */
public interface SpaceCalls {

  /** srmGetSpaceTokens; no description means every space the caller may use. */
  SpaceTokensReply getSpaceTokens(Call call, Optional<String> description);

  SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens);

  ReserveSpaceReply reserveSpace(Call call, ReserveSpaceRequest request);

  ReserveSpaceReply statusOfReserveSpace(Call call, String token);

  UpdateSpaceReply updateSpace(Call call, UpdateSpaceRequest request);

  UpdateSpaceReply statusOfUpdateSpace(Call call, String token);

  StatusReply releaseSpace(Call call, ReleaseSpaceRequest request);

  ChangeSpaceReply changeSpaceForFiles(Call call, ChangeSpaceRequest request);

  ChangeSpaceReply statusOfChangeSpaceForFiles(Call call, String token);

  LifetimesReply extendFileLifeTimeInSpace(Call call, ExtendInSpaceRequest request);

  SurlStatusesReply purgeFromSpace(Call call, PurgeRequest request);
}
