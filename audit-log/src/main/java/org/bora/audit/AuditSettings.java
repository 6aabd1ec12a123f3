package org.bora.audit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How the audit log is kept: the section {@code audit}. By default half a year of files of a day,
 * or 18 GB; at most a second is lost with the power, and nothing is done without a line.
 *
 * @param enabled whether there is one
 * @param directory where; absent for the directory of the ordinary log
 * @param fileBytes a file that would become larger is put aside, and a new one begun
 * @param fileAge the same for one whose first line is so old
 * @param keep so many files put aside stay, the oldest go
 * @param sync what a power failure may take
 * @param onFailure what happens when lines cannot be written
 * @param polls whether questions that only ask how things stand are recorded where they were
 *     answered as asked; refused ones are in any case
 */
public record AuditSettings(
    @Key(preset = "true") boolean enabled,
    @Key Optional<Path> directory,
    @Key(name = "file-size", preset = "100MiB", least = "64KiB", most = "1TiB") long fileBytes,
    @Key(preset = "1d", least = "1m", most = "3650d") Duration fileAge,
    @Key(preset = "180", least = "1", most = "100000") int keep,
    @Key(preset = "second") Sync sync,
    @Key(preset = "refuse") OnFailure onFailure,
    @Key(preset = "false") boolean polls)
    implements Keys {

  /** When lines reach the disk. The death of the process loses none in any case. */
  public enum Sync {
    /** When the operating system likes: a power failure takes about half a minute. */
    KERNEL,
    /** Every second, beside the calls: a power failure takes about a second. */
    SECOND,
    /** Before the answer: every call waits for the disk, those that come at once for one write. */
    REPLY
  }

  /** What comes first where both cannot be had. */
  public enum OnFailure {
    /** The record: calls are refused, and clients told to come again. */
    REFUSE,
    /** The service: calls go on, an alarm is logged, and the lost lines are counted. */
    CONTINUE
  }

  public AuditSettings {
    Keys.check(
        AuditSettings.class, enabled, directory, fileBytes, fileAge, keep, sync, onFailure, polls);
  }

  public static AuditSettings defaults() {
    return Keys.defaults(AuditSettings.class);
  }
}
