package org.bora.api.space;

import java.util.Objects;

/**
 * srmReleaseSpace.
 *
 * @param force true: files that are still pinned or being written are released with the space;
 *     false: they prevent the release
 */
public record ReleaseSpaceRequest(String spaceToken, boolean force) {

  public ReleaseSpaceRequest {
    Objects.requireNonNull(spaceToken, "spaceToken");
  }
}
