package org.bora.audit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How the audit log is kept.
 *
 * @param enabled whether there is one
 * @param directory where; absent for the directory of the ordinary log
 * @param fileBytes a file that would become larger is put aside, and a new one begun: 64 KiB to 1
 *     TiB
 * @param fileAge the same for one whose first line is so old: a minute to 3650 days
 * @param keep so many files put aside stay, the oldest go: 1 to 100,000
 * @param sync what a power failure may take
 * @param onFailure what happens when lines cannot be written
 * @param polls whether questions that only ask how things stand are recorded where they were
 *     answered as asked; refused ones are in any case
 */
public record AuditSettings(
    boolean enabled,
    Optional<Path> directory,
    long fileBytes,
    Duration fileAge,
    int keep,
    Sync sync,
    OnFailure onFailure,
    boolean polls) {

  public static final long LEAST_FILE_BYTES = 64 * 1024;
  public static final long MOST_FILE_BYTES = 1L << 40;
  public static final Duration LEAST_FILE_AGE = Duration.ofMinutes(1);
  public static final Duration MOST_FILE_AGE = Duration.ofDays(3650);
  public static final int MOST_KEPT = 100_000;

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
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(fileAge, "fileAge");
    Objects.requireNonNull(sync, "sync");
    Objects.requireNonNull(onFailure, "onFailure");
    if (fileBytes < LEAST_FILE_BYTES || fileBytes > MOST_FILE_BYTES) {
      throw new IllegalArgumentException("fileBytes is " + fileBytes);
    }
    if (fileAge.compareTo(LEAST_FILE_AGE) < 0 || fileAge.compareTo(MOST_FILE_AGE) > 0) {
      throw new IllegalArgumentException("fileAge is " + fileAge);
    }
    if (keep < 1 || keep > MOST_KEPT) {
      throw new IllegalArgumentException("keep is " + keep);
    }
  }

  /**
   * Half a year of files of a day, or 18 GB; at most a second lost with the power; nothing done
   * without a line.
   */
  public static AuditSettings defaults() {
    return new AuditSettings(
        true,
        Optional.empty(),
        100L << 20,
        Duration.ofDays(1),
        180,
        Sync.SECOND,
        OnFailure.REFUSE,
        false);
  }
}
