package org.bora.backend.stage.report;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.buffer.BufferStatus;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.backend.stage.recall.RecallQueue;
import org.bora.backend.stage.scrub.ScrubReport;

/**
 * The state of migration, recall and scrub at one moment, over all backends. The names of the
 * components are those of the JSON, so renaming them breaks programs.
 *
 * @param buffers of the areas whose files may leave the disk
 * @param scrubs of the areas that were scrubbed at least once
 * @param alarms problems that need an administrator; of very many, the oldest
 */
public record TapeStatus(
    Instant at,
    List<Library> libraries,
    List<BufferStatus> buffers,
    List<ScrubReport> scrubs,
    List<Alarm> alarms) {

  /**
   * A tape system.
   *
   * @param kind virtual, script, recall-table
   * @param drives one entry for each batch that the library can work on at the same time
   * @param recalls recalls by volume, longest wait first
   */
  public record Library(
      String name,
      String kind,
      List<Drive> drives,
      List<RecallQueue> recalls,
      MigrationStatus migrations) {
    public Library {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(kind, "kind");
      drives = List.copyOf(drives);
      recalls = List.copyOf(recalls);
      Objects.requireNonNull(migrations, "migrations");
    }
  }

  /**
   * A drive.
   *
   * @param use its current use: recall, migrate, remove; absent if idle
   * @param volume volume of the batch, or the one that the last batch left in it
   */
  public record Drive(int number, Optional<String> use, Optional<String> volume) {
    public Drive {
      Objects.requireNonNull(use, "use");
      Objects.requireNonNull(volume, "volume");
    }
  }

  public TapeStatus {
    Objects.requireNonNull(at, "at");
    libraries = List.copyOf(libraries);
    buffers = List.copyOf(buffers);
    scrubs = List.copyOf(scrubs);
    alarms = List.copyOf(alarms);
  }
}
