package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.model.DriveModel;
import org.bora.storage.tape.model.DriveUsage;
import org.bora.storage.tape.model.Extent;
import org.bora.storage.tape.model.Mechanics;

/**
 * A drive in the hands of one batch, with the volume that is meant for it. Its moves take the time
 * that the model of the library says, or what the disk takes where that is longer. Used by one
 * thread.
 */
final class BatchDrive implements AutoCloseable {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  private final int number;
  private final String label;
  private final HeldLock lock;
  private final Workshop workshop;
  private DriveModel drive;
  private DriveUsage volumeUsage;
  private long filesDone;

  /** The common parts of all drives of a library. */
  record Workshop(Layout layout, Mechanics mechanics, TapeTime time, Faults faults) {}

  /** Moves the bytes of an object, and reports how many have been moved so far. */
  @FunctionalInterface
  interface Transfer {
    void run(Pace pace) throws IOException, InterruptedException;
  }

  /** Called after each piece: returns when the drive would have been through with it. */
  @FunctionalInterface
  interface Pace {
    void moved(long bytesSoFar) throws IOException, InterruptedException;
  }

  /**
   * @param before the drive as the robot found it: with another volume, with this one, or empty
   */
  BatchDrive(int number, String label, HeldLock lock, DriveRecord before, Workshop workshop)
      throws IOException {
    this.number = number;
    this.label = label;
    this.lock = lock;
    this.workshop = workshop;
    drive = new DriveModel(before.volume(), before.position(), Duration.ZERO, before.usage());
    volumeUsage = StateFile.usage(StateFile.read(workshop.layout().volumeUsage(label)));
  }

  String label() {
    return label;
  }

  /** Puts the volume in, if it is not in. */
  void mount(Robot.Patience patience) throws IOException, InterruptedException {
    if (drive.volume().filter(label::equals).isPresent()) {
      return;
    }
    while (workshop.faults().hangs(label)) {
      checkWorks();
      patience.check();
      Thread.sleep(LOOK_AGAIN);
    }
    take(drive.unmount(workshop.mechanics()));
    DriveUsage before = drive.usage();
    take(drive.mount(label, workshop.mechanics()));
    volumeUsage = volumeUsage.plus(drive.usage().since(before));
    save();
  }

  /** Locates an object and has it read. */
  void read(Extent object, Transfer transfer) throws IOException, InterruptedException {
    DriveUsage before = drive.usage();
    Mechanics mechanics = workshop.mechanics();
    take(drive.locate(object.position(), mechanics));
    take(drive.read(object, mechanics), transfer, mechanics::read);
    fileDone(before);
  }

  /** Goes to where an object is to be and has it written. */
  void write(Extent object, Transfer transfer) throws IOException, InterruptedException {
    DriveUsage before = drive.usage();
    Mechanics mechanics = workshop.mechanics();
    take(drive.locate(object.position(), mechanics));
    take(drive.write(object, mechanics), transfer, mechanics::write);
    fileDone(before);
  }

  /** How long so many bytes take. */
  @FunctionalInterface
  private interface Speed {
    Duration of(long bytes);
  }

  private void take(DriveModel after) throws IOException, InterruptedException {
    take(after, pace -> {}, bytes -> Duration.ZERO);
  }

  private void take(DriveModel after, Transfer transfer, Speed speed)
      throws IOException, InterruptedException {
    checkWorks();
    Instant begun = workshop.time().now();
    transfer.run(
        moved -> {
          checkWorks();
          pauseUntil(begun, speed.of(Extent.BLOCK_BYTES + moved));
        });
    Duration due = after.free().minus(drive.free());
    Duration late = pauseUntil(begun, due);
    DriveUsage usage = after.usage().plus(DriveUsage.unmounted(late));
    drive = new DriveModel(after.volume(), after.position(), after.free(), usage);
  }

  /** Returns by how much it is later than it was due. */
  private Duration pauseUntil(Instant begun, Duration due) throws InterruptedException {
    Duration left = due.minus(Duration.between(begun, workshop.time().now()));
    if (left.isPositive()) {
      workshop.time().pause(left);
      return Duration.ZERO;
    }
    return left.negated();
  }

  private void fileDone(DriveUsage before) throws IOException {
    volumeUsage = volumeUsage.plus(drive.usage().since(before));
    filesDone++;
    save();
  }

  private void checkWorks() throws IOException {
    OptionalLong left = workshop.faults().filesUntilBroken(number);
    if (left.isPresent() && left.getAsLong() <= filesDone) {
      throw TapeFault.ofAll(Kind.RETRY, "drive " + number + " of the tape library is broken");
    }
  }

  private void save() throws IOException {
    new DriveRecord(drive.volume(), drive.position(), workshop.time().now(), drive.usage())
        .write(workshop.layout().drive(number));
    Path file = workshop.layout().volumeUsage(label);
    Map<String, String> state = new LinkedHashMap<>();
    StateFile.put(state, volumeUsage);
    StateFile.write(file, state);
  }

  /** Gives the drive back; the volume stays in it. */
  @Override
  public void close() throws IOException {
    try (lock) {
      if (drive.volume().filter(label::equals).isEmpty()) {
        // It hung or broke on the way. What was in the drive may be in another one by now.
        new DriveRecord(Optional.empty(), 0, workshop.time().now(), drive.usage())
            .write(workshop.layout().drive(number));
      }
    }
  }
}
