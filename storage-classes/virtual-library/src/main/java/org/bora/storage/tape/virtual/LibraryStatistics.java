package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.storage.tape.model.DriveUsage;
import org.bora.storage.tape.model.Extent;

/**
 * What is in a library and what was done with it, by all processes together. Drives are counted up
 * to their last finished file.
 */
public record LibraryStatistics(List<Drive> drives, List<Volume> volumes) {

  /**
   * A drive.
   *
   * @param volume in it, in use or not
   * @param position of its head
   * @param broken by a fault that was set
   * @param lastUsed when it ended its last move; the epoch if it was never used
   */
  public record Drive(
      int number,
      Optional<String> volume,
      long position,
      boolean broken,
      Instant lastUsed,
      DriveUsage usage) {}

  /**
   * A volume.
   *
   * @param writtenBytes up to its end: what was removed and descriptions of objects included
   * @param liveBytes of the files that are needed
   * @param liveFiles their number
   * @param usable false while it is disabled or lost
   */
  public record Volume(
      String label,
      long writtenBytes,
      long liveBytes,
      long liveFiles,
      boolean usable,
      DriveUsage usage) {}

  public LibraryStatistics {
    drives = List.copyOf(drives);
    volumes = List.copyOf(volumes);
  }

  /** All that was done. */
  public DriveUsage usage() {
    return drives.stream().map(Drive::usage).reduce(DriveUsage.NONE, DriveUsage::plus);
  }

  static LibraryStatistics read(int driveCount, Shelf shelf, Layout layout, Faults faults)
      throws IOException, InterruptedException {
    List<Drive> drives = new ArrayList<>();
    for (int number = 0; number < driveCount; number++) {
      DriveRecord state = DriveRecord.read(layout.drive(number));
      drives.add(
          new Drive(
              number,
              state.volume(),
              state.position(),
              faults.isBroken(number),
              state.idleSince(),
              state.usage()));
    }
    List<Volume> volumes = new ArrayList<>();
    for (String label : shelf.labels()) {
      DriveUsage usage = usage(layout.volumeUsage(label));
      boolean usable = shelf.isUsable(label);
      volumes.add(shelf.locked(label, index -> volume(index, usable, usage)));
    }
    return new LibraryStatistics(drives, volumes);
  }

  private static Volume volume(VolumeIndex index, boolean usable, DriveUsage usage) {
    List<TapeObject> live = index.live();
    return new Volume(
        index.label(),
        index.end() - Extent.FIRST_POSITION,
        live.stream().mapToLong(TapeObject::size).sum(),
        live.size(),
        usable,
        usage);
  }

  private static DriveUsage usage(Path file) throws IOException {
    return StateFile.usage(StateFile.read(file));
  }
}
