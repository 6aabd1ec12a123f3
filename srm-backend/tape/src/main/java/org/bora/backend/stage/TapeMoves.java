package org.bora.backend.stage;

import java.util.concurrent.atomic.LongAdder;
import org.bora.api.figures.TimeHistogram;

/** Counts what this backend has moved to and from one tape system since the start. Thread safe. */
public final class TapeMoves {
  private final Count recalls = new Count();
  private final Count migrations = new Count();
  private final Count removals = new Count();
  private final TimeHistogram waits = new TimeHistogram();

  /** Counter of one kind of work. */
  public static final class Count {
    private final LongAdder files = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder failures = new LongAdder();

    /** A file is where it was to be. */
    public void moved(long size) {
      files.increment();
      bytes.add(size);
    }

    /** An attempt at a file failed; stopped ones do not count. */
    public void failed() {
      failures.increment();
    }

    /** As it is now. */
    public Total total() {
      return new Total(files.sum(), bytes.sum(), failures.sum());
    }
  }

  /**
   * Moved files, and failed attempts.
   *
   * @param bytes total size of the files
   */
  public record Total(long files, long bytes, long failures) {}

  /** From tape to disk. */
  public Count recalls() {
    return recalls;
  }

  /** From disk to tape. */
  public Count migrations() {
    return migrations;
  }

  /** Copies taken off the tapes; their bytes do not move. */
  public Count removals() {
    return removals;
  }

  /** From the wish for a file on tape until it is on disk. */
  public TimeHistogram waits() {
    return waits;
  }
}
