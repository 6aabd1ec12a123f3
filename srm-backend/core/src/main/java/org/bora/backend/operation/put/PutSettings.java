package org.bora.backend.operation.put;

import java.time.Duration;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;
import org.bora.settings.Elsewhere;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of puts.
 *
 * @param lifetimes of requests and pins; a put has its own default
 * @param pinDefault time that a put gets for its srmPutDone if its client asks for none
 * @param files lifetimes of files
 * @param uploadMode permission bits of a file during the upload
 * @param fileMode permission bits after srmPutDone
 * @param doneGrace how long after an srmPutDone that came in time the next one of the same file is
 *     in time too: a checksum may take longer than a call, or than the pin has left
 */
public record PutSettings(
    @Flat LifetimeSettings lifetimes,
    @Key(name = "put-pin-default", preset = "1d", least = "1s", most = "3650d") Duration pinDefault,
    @Flat FileLifeSettings files,
    @Flat RequestLimits limits,
    @Key(preset = "0600", form = Key.Form.MODE) int uploadMode,
    @Key(preset = "0644", form = Key.Form.MODE) int fileMode,
    @Elsewhere(preset = "15m") Duration doneGrace)
    implements Keys {

  private static final int ALL_BITS = 0777;
  private static final int OWNER_READS_AND_WRITES = 0600;

  public PutSettings {
    Keys.check(
        PutSettings.class, lifetimes, pinDefault, files, limits, uploadMode, fileMode, doneGrace);
    if (pinDefault.compareTo(lifetimes.putPinMaximum()) > 0) {
      throw new IllegalArgumentException(
          "put-pin-default is "
              + pinDefault
              + ", allowed are 1 s (PT1S) to put-pin-maximum, "
              + lifetimes.putPinMaximum());
    }
    lifetimes = lifetimes.withPinDefault(pinDefault);
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
    return Keys.defaults(PutSettings.class);
  }

  /** The same with another {@link #doneGrace}. */
  public PutSettings withDoneGrace(Duration grace) {
    return new PutSettings(lifetimes, pinDefault, files, limits, uploadMode, fileMode, grace);
  }

  private static void check(String name, int mode) {
    if ((mode & ~ALL_BITS) != 0 || (mode & OWNER_READS_AND_WRITES) != OWNER_READS_AND_WRITES) {
      throw new IllegalArgumentException(
          "%s is %04o, allowed are 0600 to 0777 in which the owner reads and writes"
              .formatted(name, mode));
    }
  }
}
