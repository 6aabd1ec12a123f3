package org.bora.storage.tape.model;

import java.nio.file.Path;
import java.util.Objects;
import org.bora.settings.Keys;

/**
 * What a virtual library has. Backends that share a directory have the same settings; more drives,
 * volumes and bytes may be given to a library that exists, not fewer.
 *
 * @param directory absolute; made if it is missing. On a filesystem that all backends see, with
 *     locks (flock) that hold between them
 * @param drives 1 to 1,000
 * @param volumes 1 to 99,999
 * @param volumeBytes what a volume holds, 1 MiB or more
 * @param mechanics how fast it is
 */
public record VirtualLibrarySettings(
    Path directory, int drives, int volumes, long volumeBytes, Mechanics mechanics) {
  public static final int MAX_DRIVES = 1_000;
  public static final int MAX_VOLUMES = 99_999;
  public static final long MIN_VOLUME_BYTES = 256L * Extent.BLOCK_BYTES;

  private static final int TOY_DRIVES = 2;
  private static final int TOY_VOLUMES = 10;
  private static final long TOY_VOLUME_BYTES = 1L << 30;

  public VirtualLibrarySettings {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(mechanics, "mechanics");
    if (!directory.isAbsolute()) {
      throw new IllegalArgumentException(
          "directory is " + directory + "; it must be an absolute path");
    }
    check("drives", drives, 1, MAX_DRIVES);
    check("volumes", volumes, 1, MAX_VOLUMES);
    check("volumeBytes", volumeBytes, MIN_VOLUME_BYTES, Long.MAX_VALUE);
  }

  /** A toy library: two drives, ten volumes of 1 GiB, slow enough to be seen moving. */
  public static VirtualLibrarySettings defaults(Path directory) {
    return new VirtualLibrarySettings(
        directory, TOY_DRIVES, TOY_VOLUMES, TOY_VOLUME_BYTES, toyMechanics());
  }

  /** Half a second to mount, a tenth for each locate; bytes as fast as the disk. */
  public static Mechanics toyMechanics() {
    return Keys.defaults(Mechanics.class);
  }

  private static void check(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + "; allowed is " + least + " to " + most);
    }
  }
}
