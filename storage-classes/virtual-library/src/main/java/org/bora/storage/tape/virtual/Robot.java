package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bora.storage.spi.TapeTrouble.Kind;

/**
 * Decides which volume goes into which drive: the drive it is in, else an empty one, else the one
 * that has been idle longest. A volume in a broken drive is taken out by hand. A volume is in one
 * drive at most because all of this is done under one lock.
 */
final class Robot {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(160);

  private final int drives;
  private final BatchDrive.Workshop workshop;

  Robot(int drives, BatchDrive.Workshop workshop) {
    this.drives = drives;
    this.workshop = workshop;
  }

  /** Names volumes, the best first, any of which will do. */
  @FunctionalInterface
  interface Choice {
    /**
     * The volumes; asked again while none of them is to be had.
     *
     * @param mounted labels of volumes in drives, in use or not
     * @throws TapeFault if none will do, however long one waits
     */
    List<String> among(List<String> mounted) throws IOException, InterruptedException;
  }

  /** As long as it returns, the batch waits on. */
  @FunctionalInterface
  interface Patience {
    void check() throws IOException;
  }

  /** Waits for a drive with one of the volumes, which is mounted by the caller. */
  BatchDrive take(Choice choice, Patience patience) throws IOException, InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (true) {
      patience.check();
      HeldLock robot = HeldLock.take(workshop.layout().robotLock());
      try (robot) {
        List<DriveRecord> states = states();
        List<String> mounted = states.stream().flatMap(state -> state.volume().stream()).toList();
        for (String label : choice.among(mounted)) {
          Optional<BatchDrive> hold = tryTake(label, states);
          if (hold.isPresent()) {
            return hold.get();
          }
        }
      }
      Thread.sleep(pause);
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
  }

  private Optional<BatchDrive> tryTake(String label, List<DriveRecord> states) throws IOException {
    for (int number = 0; number < drives; number++) {
      if (states.get(number).holds(label)) {
        if (!workshop.faults().isBroken(number)) {
          return tryTake(number, label, states.get(number));
        }
        if (!eject(number, states)) {
          return Optional.empty();
        }
      }
    }
    List<Integer> working = working(states);
    if (working.isEmpty()) {
      throw TapeFault.ofAll(Kind.RETRY, "no drive of the tape library works");
    }
    for (int number : working) {
      Optional<BatchDrive> hold = tryTake(number, label, states.get(number));
      if (hold.isPresent()) {
        return hold;
      }
    }
    return Optional.empty();
  }

  private Optional<BatchDrive> tryTake(int number, String label, DriveRecord state)
      throws IOException {
    Optional<HeldLock> lock = HeldLock.tryTake(workshop.layout().driveLock(number));
    if (lock.isEmpty()) {
      return Optional.empty();
    }
    boolean taken = false;
    try {
      // What was read before the lock was had may be old.
      DriveRecord now = DriveRecord.read(file(number));
      if (!state.equals(now)) {
        return Optional.empty();
      }
      BatchDrive hold = new BatchDrive(number, label, lock.get(), state, workshop);
      if (!state.holds(label)) {
        state.loading(label).write(file(number));
      }
      taken = true;
      return Optional.of(hold);
    } finally {
      if (!taken) {
        lock.get().close();
      }
    }
  }

  /** False while a batch has the drive still: it will notice. */
  private boolean eject(int number, List<DriveRecord> states) throws IOException {
    Optional<HeldLock> lock = HeldLock.tryTake(workshop.layout().driveLock(number));
    if (lock.isEmpty()) {
      return false;
    }
    HeldLock held = lock.get();
    try (held) {
      DriveRecord empty = DriveRecord.read(file(number)).ejected();
      empty.write(file(number));
      states.set(number, empty);
      return true;
    }
  }

  private List<Integer> working(List<DriveRecord> states) throws IOException {
    List<Integer> working = new ArrayList<>();
    for (int number = 0; number < drives; number++) {
      if (!workshop.faults().isBroken(number)) {
        working.add(number);
      }
    }
    working.sort(
        Comparator.comparing((Integer number) -> states.get(number).volume().isPresent())
            .thenComparing(number -> states.get(number).idleSince())
            .thenComparing(Comparator.naturalOrder()));
    return working;
  }

  private List<DriveRecord> states() throws IOException {
    List<DriveRecord> states = new ArrayList<>();
    for (int number = 0; number < drives; number++) {
      states.add(DriveRecord.read(file(number)));
    }
    return states;
  }

  private Path file(int number) {
    return workshop.layout().drive(number);
  }
}
