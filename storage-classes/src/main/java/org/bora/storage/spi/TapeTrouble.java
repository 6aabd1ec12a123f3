package org.bora.storage.spi;

import java.util.Objects;

/**
 * Why a tape system failed for one file.
 *
 * @param text a sentence for the administrator, without secrets
 */
public record TapeTrouble(Kind kind, String text) {

  /** The cases that callers tell apart. */
  public enum Kind {
    /** A drive, robot, network or time-out failed: another attempt may succeed. */
    RETRY,
    /** The volume cannot be used until it is mended or enabled. */
    VOLUME_UNAVAILABLE,
    /** The tape system reports definitely that it no longer has the file or cannot read it. */
    LOST,
    /** No room: on the tapes when migrating, on the disk when recalling. */
    NO_SPACE,
    /** The work was stopped by the caller. */
    STOPPED
  }

  public TapeTrouble {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
  }
}
