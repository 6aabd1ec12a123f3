package org.bora.backend.operation.put;

import java.time.Duration;
import java.util.Objects;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;

/**
 * How files are written.
 *
 * @param files how long files live
 * @param uploadMode permission bits of a file while it is being written
 * @param fileMode permission bits it gets with srmPutDone
 * @param doneGrace how long after an srmPutDone that came in time the next one of the same file is
 *     in time too: a checksum may take longer than a call, or than the pin has left
 */
public record PutSettings(
    LifetimeSettings lifetimes,
    FileLifeSettings files,
    RequestLimits limits,
    int uploadMode,
    int fileMode,
    Duration doneGrace) {

  private static final int ALL_BITS = 0777;
  private static final int OWNER_READS_AND_WRITES = 0600;

  public PutSettings {
    Objects.requireNonNull(lifetimes, "lifetimes");
    Objects.requireNonNull(files, "files");
    Objects.requireNonNull(limits, "limits");
    if (lifetimes.pinDefault().compareTo(lifetimes.putPinMaximum()) > 0) {
      throw new IllegalArgumentException(
          "put-pin-default is "
              + lifetimes.pinDefault()
              + ", allowed are 1 s (PT1S) to put-pin-maximum, "
              + lifetimes.putPinMaximum());
    }
    check("upload-mode", uploadMode);
    check("file-mode", fileMode);
    if (doneGrace.isNegative()) {
      throw new IllegalArgumentException(
          "sweep.put-grace is " + doneGrace + ", it cannot be negative");
    }
  }

  /**
   * Uploads are the owner's alone (0600), files are readable by all (0644). A put of a client that
   * asks for no time has a day: the name is busy until then when the reply got lost on its way,
   * because such a client has no token to abort with. A get blocks no other call and keeps three.
   */
  public static PutSettings defaults() {
    return new PutSettings(
        LifetimeSettings.defaults().withPinDefault(Duration.ofDays(1)),
        FileLifeSettings.defaults(),
        RequestLimits.defaults(),
        OWNER_READS_AND_WRITES,
        0644,
        Duration.ofMinutes(15));
  }

  /** The same with another {@link #doneGrace}. */
  public PutSettings withDoneGrace(Duration grace) {
    return new PutSettings(lifetimes, files, limits, uploadMode, fileMode, grace);
  }

  private static void check(String name, int mode) {
    if ((mode & ~ALL_BITS) != 0 || (mode & OWNER_READS_AND_WRITES) != OWNER_READS_AND_WRITES) {
      throw new IllegalArgumentException(
          "%s is %04o, allowed are 0600 to 0777 in which the owner reads and writes"
              .formatted(name, mode));
    }
  }
}
