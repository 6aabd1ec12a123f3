package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/** srmChangeSpaceForFiles: files, or whole trees, count in another space from then on. */
public record ChangeSpaceRequest(List<Surl> surls, String spaceToken) {

  public ChangeSpaceRequest {
    Objects.requireNonNull(spaceToken, "spaceToken");
    surls = List.copyOf(surls);
  }
}
