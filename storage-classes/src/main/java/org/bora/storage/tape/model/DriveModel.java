package org.bora.storage.tape.model;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A drive: the volume in it, where its head is, and until when it is busy. Every move gives the
 * drive as it is afterwards. Times count from whenever the caller's count begins.
 *
 * @param volume in the drive; empty while there is none
 * @param position of the head along the volume
 * @param free when it has ended its last work
 * @param usage since the count began
 */
public record DriveModel(Optional<String> volume, long position, Duration free, DriveUsage usage) {

  /** A drive that was never used. */
  public static final DriveModel EMPTY =
      new DriveModel(Optional.empty(), 0, Duration.ZERO, DriveUsage.NONE);

  public DriveModel {
    Objects.requireNonNull(volume, "volume");
    Objects.requireNonNull(free, "free");
    Objects.requireNonNull(usage, "usage");
  }

  /** It begins its next work at this time, if it is not busy still. */
  public DriveModel notBefore(Duration time) {
    return free.compareTo(time) >= 0 ? this : new DriveModel(volume, position, time, usage);
  }

  /** With this volume in it; nothing to do if it is there. Else the old one is taken out first. */
  public DriveModel mount(String wanted, Mechanics mechanics) {
    return volume.filter(wanted::equals).isPresent()
        ? this
        : unmount(mechanics).after(Optional.of(wanted), 0, DriveUsage.mounted(mechanics.mount()));
  }

  /** Without a volume: rewound, then taken out. */
  public DriveModel unmount(Mechanics mechanics) {
    return volume.isEmpty()
        ? this
        : locate(0, mechanics)
            .after(Optional.empty(), 0, DriveUsage.unmounted(mechanics.unmount()));
  }

  /** With the head at a position. */
  public DriveModel locate(long wanted, Mechanics mechanics) {
    Duration time = mechanics.locate(position, wanted);
    return after(volume, wanted, DriveUsage.located(position, wanted, time));
  }

  /** Locates an object of the mounted volume and reads it. */
  public DriveModel read(Extent object, Mechanics mechanics) {
    DriveUsage reading = DriveUsage.read(object.bytes(), mechanics.read(object.bytes()));
    return locate(object.position(), mechanics).after(volume, object.end(), reading);
  }

  /** Moves to the end of the data on the mounted volume and writes an object there. */
  public DriveModel write(Extent object, Mechanics mechanics) {
    DriveUsage writing = DriveUsage.written(object.bytes(), mechanics.write(object.bytes()));
    return locate(object.position(), mechanics).after(volume, object.end(), writing);
  }

  private DriveModel after(Optional<String> mounted, long head, DriveUsage done) {
    return new DriveModel(mounted, head, free.plus(done.busy()), usage.plus(done));
  }
}
