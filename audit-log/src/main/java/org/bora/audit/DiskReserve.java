package org.bora.audit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disk space reserved for the lines of calls in progress. A call's line is written after its work,
 * which is too late to notice a full disk. Therefore no work begins when only this space is left. A
 * check costs one system call. Thread safe; logs once when space is short, and once when it is
 * sufficient again.
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

  /** The problem if space is short; empty if it is not, or if that is not known. */
  Optional<IOException> shortage() {
    // of the directory, which is there when the file was put aside
    File directory = file.toAbsolutePath().getParent().toFile();
    long whole = directory.getTotalSpace();
    long usable = directory.getUsableSpace();
    if (whole == 0 || usable >= Math.min(MOST_BYTES, whole / PART)) {
      if (isShort) {
        isShort = false;
        LOG.info("the disk of the audit log {} has enough free space again", file);
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
