package org.bora.backend.stage.plan;

import java.time.Instant;
import java.util.Objects;

/**
 * A volume that lies in a drive which is doing nothing just now: the last batch of its pass is
 * through, the next would need no mount.
 *
 * @param position where the head stands: that of the last file read; -1 where unknown
 * @param passSince when its pass began: the beginning of the first batch, not of the last
 */
public record LoadedVolume(String volume, long position, Instant passSince) {

  public LoadedVolume {
    Objects.requireNonNull(passSince, "passSince");
    if (volume.isEmpty()) {
      throw new IllegalArgumentException(
          "a volume whose name is unknown is not known to be loaded");
    }
    if (position < -1) {
      throw new IllegalArgumentException("position is " + position);
    }
  }
}
