package org.bora.audit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Room that is kept for the lines of calls that are under way when the disk of the log fills up. A
 * full disk is noticed by a line that cannot be written, and that is written when the work has been
 * done: so no work begins when this room is all that is left. Costs a system call. Thread safe;
 * logs once when the room is short, and once when it is not any more.
 */
final class DiskReserve {

  private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);

  /** Some thousand calls, of those with many files too. */
  static final long MOST_BYTES = 8 << 20;

  /** Of a small disk, this part. */
  private static final int PART = 16;

  private final Path file;
  private volatile boolean isShort;

  /**
   * @param file that is written
   */
  DiskReserve(Path file) {
    this.file = file;
  }

  /** What is wrong where the room is short; empty where it is not, or cannot be told. */
  Optional<IOException> shortage() {
    // of the directory, which is there when the file was put aside
    File directory = file.toAbsolutePath().getParent().toFile();
    long whole = directory.getTotalSpace();
    long usable = directory.getUsableSpace();
    if (whole == 0 || usable >= Math.min(MOST_BYTES, whole / PART)) {
      if (isShort) {
        isShort = false;
        LOG.info("the disk of the audit log {} has room again", file);
      }
      return Optional.empty();
    }
    if (!isShort) {
      isShort = true;
      LOG.error(
          "the disk of the audit log {} is nearly full: {} bytes are left, which are kept for the"
              + " lines of calls under way; calls are refused until there are more",
          file,
          usable);
    }
    return Optional.of(new IOException("its disk has only " + usable + " bytes left"));
  }
}
