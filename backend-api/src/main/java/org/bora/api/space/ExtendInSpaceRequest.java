package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.bora.api.word.Surl;

/**
 * srmExtendFileLifeTimeInSpace.
 *
 * @param surls empty: every file of the space
 * @param lifetime seconds from now; -1: for ever; absent: the server's default
 */
public record ExtendInSpaceRequest(String spaceToken, List<Surl> surls, OptionalInt lifetime) {

  public ExtendInSpaceRequest {
    Objects.requireNonNull(spaceToken, "spaceToken");
    Objects.requireNonNull(lifetime, "lifetime");
    surls = List.copyOf(surls);
  }
}
