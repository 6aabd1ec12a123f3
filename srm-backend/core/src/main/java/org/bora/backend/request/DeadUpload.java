package org.bora.backend.request;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the hidden file of an upload whose put has ended, or never began. A TURL still works
 * after the end of its put: a GridFTP server creates the hidden file again when a client writes
 * late. Such a file was never acknowledged, and never will be.
 */
public final class DeadUpload {
  private static final Logger LOG = LoggerFactory.getLogger(DeadUpload.class);

  private static final int TIME_ORDERED = 7;
  private static final int MILLIS_SHIFT = 16;

  private DeadUpload() {}

  /**
   * The start of an upload by Bora's clock, from its identifier. Late bytes do not make it younger.
   * If the identifier has no time, the arrival of the last bytes.
   */
  public static Instant begunAt(FoundUpload found) {
    UUID id = found.id();
    return id.version() == TIME_ORDERED
        ? Instant.ofEpochMilli(id.getMostSignificantBits() >>> MILLIS_SHIFT)
        : found.modifiedAt();
  }

  /**
   * Removes the hidden file.
   *
   * @param area for the log
   * @return false where it stays because it carries the identifier of another file: backends of
   *     earlier releases kept a file there for a moment while they removed another one, and where
   *     they died it may be a file that was acknowledged
   */
  public static boolean remove(String area, AreaTree tree, FoundUpload found)
      throws StorageException {
    // Only the directory matters: the hidden name does not depend on the target's.
    return remove(area, tree, new Upload(found.directory().child("x"), found.id()));
  }

  /** The same; also false if there is no hidden file. */
  public static boolean remove(String area, AreaTree tree, Upload upload) throws StorageException {
    Optional<EntryFacts> facts = tree.uploadFacts(upload);
    if (facts.isEmpty()) {
      return false;
    }
    Optional<UUID> carried = facts.get().id();
    if (carried.isPresent() && !carried.get().equals(upload.id())) {
      LOG.error(
          "area {}: '{}' in '{}' stays: it carries the identifier of another file, {}. If the books"
              + " know that file and its name is missing, rename the hidden file to it; otherwise"
              + " remove it",
          area,
          upload.hiddenName(),
          upload.target().parent().orElseThrow(),
          carried.get());
      return false;
    }
    tree.discardUpload(upload);
    return true;
  }
}
