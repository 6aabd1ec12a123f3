package org.bora.backend.stage.plan;

import java.time.Instant;
import java.util.Objects;

/**
 * A volume in an idle drive: the last batch of its pass has ended, and the next one would need no
 * mount.
 *
 * @param position position of the head, that of the last file read; -1 if unknown
 * @param passSince when its pass began, which is the start of its first batch
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
