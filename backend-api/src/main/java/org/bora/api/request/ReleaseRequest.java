package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * srmReleaseFiles: a token, SURLs, or both; neither is SRM_INVALID_REQUEST.
 *
 * @param remove whether the copy on disk may be removed too
 */
public record ReleaseRequest(Optional<String> token, List<Surl> surls, boolean remove) {

  public ReleaseRequest {
    Objects.requireNonNull(token, "token");
    surls = List.copyOf(surls);
  }
}
