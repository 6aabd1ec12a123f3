package org.bora.backend.request;

import java.util.Objects;
import org.bora.api.word.FileStorageType;

/**
 * How long a file is kept after srmPutDone, and what happens to it then (GFD.129 section 1.20):
 * VOLATILE files are removed, DURABLE ones are reported to the administrator, PERMANENT ones never
 * end.
 *
 * @param seconds as granted; {@link #FOR_EVER} for PERMANENT, and only there
 */
public record FileLife(FileStorageType type, int seconds) {

  public static final int FOR_EVER = -1;

  public static final FileLife PERMANENT = new FileLife(FileStorageType.PERMANENT, FOR_EVER);

  public FileLife {
    Objects.requireNonNull(type, "type");
    boolean permanent = type == FileStorageType.PERMANENT;
    if (permanent != (seconds == FOR_EVER) || (!permanent && seconds < 1)) {
      throw new IllegalArgumentException("a " + type + " file does not live " + seconds + " s");
    }
  }

  /** The life that a file of this type gets whose writer wants so many seconds. */
  public static FileLife granted(FileStorageType type, int wanted, FileLifeSettings settings) {
    return type == FileStorageType.PERMANENT
        ? PERMANENT
        : new FileLife(type, settings.grant(wanted));
  }
}
