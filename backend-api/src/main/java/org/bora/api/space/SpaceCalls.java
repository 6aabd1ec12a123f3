package org.bora.api.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.request.LifetimesReply;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** Space functions (GFD.129 section 2). */
public interface SpaceCalls {

  /** srmGetSpaceTokens; no description means every space the caller may use. */
  SpaceTokensReply getSpaceTokens(Call call, Optional<String> description);

  SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens);

  default ReserveSpaceReply reserveSpace(Call call, ReserveSpaceRequest request) {
    throw BackendFailure.notOffered();
  }

  default ReserveSpaceReply statusOfReserveSpace(Call call, String token) {
    throw BackendFailure.notOffered();
  }

  default UpdateSpaceReply updateSpace(Call call, UpdateSpaceRequest request) {
    throw BackendFailure.notOffered();
  }

  default UpdateSpaceReply statusOfUpdateSpace(Call call, String token) {
    throw BackendFailure.notOffered();
  }

  default StatusReply releaseSpace(Call call, ReleaseSpaceRequest request) {
    throw BackendFailure.notOffered();
  }

  default ChangeSpaceReply changeSpaceForFiles(Call call, ChangeSpaceRequest request) {
    throw BackendFailure.notOffered();
  }

  default ChangeSpaceReply statusOfChangeSpaceForFiles(Call call, String token) {
    throw BackendFailure.notOffered();
  }

  default LifetimesReply extendFileLifeTimeInSpace(Call call, ExtendInSpaceRequest request) {
    throw BackendFailure.notOffered();
  }

  default SurlStatusesReply purgeFromSpace(Call call, PurgeRequest request) {
    throw BackendFailure.notOffered();
  }
}
