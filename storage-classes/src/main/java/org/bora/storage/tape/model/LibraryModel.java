package org.bora.storage.tape.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A library with several drives, as far as time goes. It is told of batches in the order in which
 * they are handed over, and says when each file of them is done. What drive gets a volume is what
 * the virtual library does as well: the one it is mounted in, else an empty one, else the one that
 * has been idle longest; the robot never is what one waits for.
 *
 * <p>Volumes stay mounted after a batch until their drive is wanted for another. Not safe for use
 * by several threads.
 */
public final class LibraryModel {
  private final Mechanics mechanics;
  private final List<DriveModel> drives;

  public LibraryModel(Mechanics mechanics, int drives) {
    if (drives < 1) {
      throw new IllegalArgumentException("drives is " + drives + "; allowed is 1 or more");
    }
    this.mechanics = Objects.requireNonNull(mechanics, "mechanics");
    this.drives = new ArrayList<>(Collections.nCopies(drives, DriveModel.EMPTY));
  }

  /**
   * What a batch took.
   *
   * @param drive number of the drive, from 0
   * @param begun when the drive began with it, which is later than it was handed over if all drives
   *     were busy
   * @param ends when each file was done, in the order given
   * @param ended when the drive was free again
   */
  public record Served(int drive, Duration begun, List<Duration> ends, Duration ended) {
    public Served {
      ends = List.copyOf(ends);
    }
  }

  /**
   * Reads objects of one volume in the order given.
   *
   * @param handedOver not before this time
   */
  public Served recall(Duration handedOver, String volume, List<Extent> objects) {
    return serve(handedOver, volume, objects, (drive, object) -> drive.read(object, mechanics));
  }

  /** Writes objects of these extents, which lie at the end of a volume, one behind the other. */
  public Served migrate(Duration handedOver, String volume, List<Extent> objects) {
    return serve(handedOver, volume, objects, (drive, object) -> drive.write(object, mechanics));
  }

  private Served serve(
      Duration handedOver,
      String volume,
      List<Extent> objects,
      BiFunction<DriveModel, Extent, DriveModel> move) {
    int number = driveFor(handedOver, volume);
    DriveModel drive = drives.get(number).notBefore(handedOver);
    final Duration begun = drive.free();
    drive = drive.mount(volume, mechanics);
    List<Duration> ends = new ArrayList<>(objects.size());
    for (Extent object : objects) {
      drive = move.apply(drive, object);
      ends.add(drive.free());
    }
    drives.set(number, drive);
    return new Served(number, begun, ends, drive.free());
  }

  /** When the first of the drives has nothing to do: the time to hand over another batch. */
  public Duration nextFree() {
    return drives.stream().map(DriveModel::free).min(Duration::compareTo).orElseThrow();
  }

  /** When the last of the drives has ended its work. */
  public Duration allFree() {
    return drives.stream().map(DriveModel::free).max(Duration::compareTo).orElseThrow();
  }

  /** What a batch would take from its beginning to its end on a drive as it is now. */
  public Duration estimate(String volume, List<Extent> objects) {
    DriveModel before = mountedIn(volume).map(drives::get).orElse(DriveModel.EMPTY);
    DriveModel drive = before.mount(volume, mechanics);
    for (Extent object : objects) {
      drive = drive.read(object, mechanics);
    }
    return drive.free().minus(before.free());
  }

  /** The drives as they are after all batches told of. */
  public List<DriveModel> drives() {
    return List.copyOf(drives);
  }

  /** What all drives have done together. */
  public DriveUsage usage() {
    return drives.stream().map(DriveModel::usage).reduce(DriveUsage.NONE, DriveUsage::plus);
  }

  /** The number of the drive that a volume is in. */
  public Optional<Integer> mountedIn(String volume) {
    for (int number = 0; number < drives.size(); number++) {
      if (drives.get(number).volume().filter(volume::equals).isPresent()) {
        return Optional.of(number);
      }
    }
    return Optional.empty();
  }

  private int driveFor(Duration now, String volume) {
    return mountedIn(volume)
        .orElseGet(
            () -> {
              int best = 0;
              for (int number = 1; number < drives.size(); number++) {
                if (better(drives.get(number), drives.get(best), now)) {
                  best = number;
                }
              }
              return best;
            });
  }

  /** Idle before busy, empty before full, idle longest first; equal ones by number. */
  private static boolean better(DriveModel left, DriveModel right, Duration now) {
    boolean leftIdle = left.free().compareTo(now) <= 0;
    boolean rightIdle = right.free().compareTo(now) <= 0;
    if (leftIdle != rightIdle) {
      return leftIdle;
    }
    if (leftIdle && left.volume().isEmpty() != right.volume().isEmpty()) {
      return left.volume().isEmpty();
    }
    return left.free().compareTo(right.free()) < 0;
  }
}
