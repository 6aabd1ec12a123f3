package org.bora.audit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The audit log: the section {@code audit}. By default it keeps daily files of half a year, or 18
 * GB. A power failure loses at most the last second, and no call is done without a line.
 *
 * @param enabled whether there is an audit log
 * @param directory of the files; absent for the directory of the ordinary log
 * @param fileBytes largest size of a file before it is rotated
 * @param fileAge largest age of a file's first line before the file is rotated
 * @param keep number of rotated files; the oldest ones are removed
 * @param sync what a power failure may lose
 * @param onFailure what happens when lines cannot be written
 * @param polls whether successful status queries are recorded; refused ones always are
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

  /** When lines are synced to the disk. The end of the process never loses any. */
  public enum Sync {
    /** When the operating system likes: a power failure takes about half a minute. */
    KERNEL,
    /** Every second, in the background: a power failure loses about a second. */
    SECOND,
    /** Before the answer: each call waits for the disk; simultaneous calls share one write. */
    REPLY
  }

  /** Whether calls continue or are refused if lines cannot be written. */
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
