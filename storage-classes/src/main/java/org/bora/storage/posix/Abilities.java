package org.bora.storage.posix;

import java.util.Map;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.quota.SpaceReading;
import org.bora.storage.spi.SpaceSource;

/**
 * What a parallel filesystem can do beyond POSIX, for one area; the posix driver does everything
 * else. Thread safe. Results are those of system calls: negated error numbers.
 */
public interface Abilities {
  /** A filesystem that is no more than POSIX. */
  Abilities NONE = new Abilities() {};

  /** The sources of space figures, in addition to those of every filesystem. */
  default Map<SpaceSource, SpaceReading> spaces() {
    return Map.of();
  }

  /**
   * Makes the empty file of an upload, for its owner alone.
   *
   * @return 0, or why not; the posix driver makes it then, unless it exists
   */
  default int create(CallFrame frame, int directory, String name) {
    return -Errno.EOPNOTSUPP;
  }

  /** Does something for a file that was just made and is open for writing; a hint. */
  default void place(CallFrame frame, int file) {}

  /**
   * Takes room for a file that is open for writing, better than fallocate(2) does; EOPNOTSUPP for
   * nothing better. May make the file longer: the caller looks.
   */
  default int takeRoom(CallFrame frame, int file, long bytes) {
    return -Errno.EOPNOTSUPP;
  }

  /** The tape system of the filesystem, where the area wants it in place of stubs. */
  default Optional<Hsm> hsm() {
    return Optional.empty();
  }

  /**
   * Whether the bytes of a file were taken away by a tape system of the filesystem itself. Asked
   * only of files that have a tape copy.
   *
   * @param file any descriptor
   */
  default boolean isOffline(CallFrame frame, int file) {
    return false;
  }
}
