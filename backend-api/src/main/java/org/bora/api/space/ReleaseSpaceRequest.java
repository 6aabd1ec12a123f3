package org.bora.api.space;

import java.util.Objects;

/**
 * srmReleaseSpace.
 *
 * @param force whether files that are still pinned or being written stand in the way (false), or
 *     are released with the space (true)
 */
public record ReleaseSpaceRequest(String spaceToken, boolean force) {

  public ReleaseSpaceRequest {
    Objects.requireNonNull(spaceToken, "spaceToken");
  }
}
