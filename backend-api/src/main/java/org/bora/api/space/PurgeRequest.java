package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/** srmPurgeFromSpace: removes the copies in the space, but never the last copy of a file. */
public record PurgeRequest(List<Surl> surls, String spaceToken) {

  public PurgeRequest {
    Objects.requireNonNull(spaceToken, "spaceToken");
    surls = List.copyOf(surls);
  }
}
