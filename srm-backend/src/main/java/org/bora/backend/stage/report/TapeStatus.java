package org.bora.backend.stage.report;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.stage.alarm.Alarm;

/**
 * What happens between disk and tape at one moment, over all backends. The names of its components
 * are those of the JSON that programs read: they are not renamed lightly.
 *
 * @param alarms what an administrator has to do something about
 */
public record TapeStatus(Instant at, List<Library> libraries, List<Alarm> alarms) {

  /**
   * A tape system.
   *
   * @param kind virtual, script, recall-table
   * @param drives one for each batch that it can work on at the same time
   */
  public record Library(
      String name, String kind, List<Drive> drives, Migrations migrations, Removals removals) {
    public Library {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(kind, "kind");
      drives = List.copyOf(drives);
      Objects.requireNonNull(migrations, "migrations");
      Objects.requireNonNull(removals, "removals");
    }
  }

  /**
   * A drive.
   *
   * @param use what a batch does with it now: recall, migrate, remove; absent where it is idle
   * @param volume that the batch works on, or that the last one left in it
   */
  public record Drive(int number, Optional<String> use, Optional<String> volume) {
    public Drive {
      Objects.requireNonNull(use, "use");
      Objects.requireNonNull(volume, "volume");
    }
  }

  /**
   * What waits for a tape copy.
   *
   * @param running of the files, those that a batch has
   * @param failing of the files, those that have failed at least once
   * @param worst some that failed most often
   */
  public record Migrations(
      long files, long bytes, long running, long failing, List<FailingFile> worst) {
    public Migrations {
      worst = List.copyOf(worst);
    }
  }

  /**
   * A file that does not get to tape.
   *
   * @param name as clients know it; its identifier where the books know it no more
   */
  public record FailingFile(String name, int tries, String reason) {
    public FailingFile {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * Tape copies that are to be taken off the tapes.
   *
   * @param held of them, those of files that vanished: an administrator decides
   */
  public record Removals(long copies, long bytes, long held, long failing) {}

  public TapeStatus {
    Objects.requireNonNull(at, "at");
    libraries = List.copyOf(libraries);
    alarms = List.copyOf(alarms);
  }
}
