package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Surl;

/** srmChangeSpaceForFiles: the files, or the trees, move to the books of another space. */
public record ChangeSpaceRequest(List<Surl> surls, String spaceToken) {

  public ChangeSpaceRequest {
    Objects.requireNonNull(spaceToken, "spaceToken");
    surls = List.copyOf(surls);
  }
}
