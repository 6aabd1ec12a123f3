package org.bora.backend.operation.put;

import java.util.Optional;
import org.bora.backend.request.AcceptedPut;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Whether an upload is the file that is there already, as overwriting WHEN_FILES_ARE_DIFFERENT asks
 * at srmPutDone. Only what is proven counts: the sizes are equal and both checksums are known and
 * equal. An old file without a known checksum counts as different, so that new data are never
 * discarded on a guess.
 */
final class Sameness {

  /** The answer to the client of such an upload. */
  static final String EXPLANATION = "the same file was there already and stays as it is";

  private Sameness() {}

  /** Must be asked of a sealed upload, while its row is locked. */
  static boolean holds(AreaTree tree, AcceptedPut row) throws StorageException {
    Optional<EntryFacts> old = target(tree, row);
    if (old.filter(EntryFacts::isFile).isEmpty()) {
      return false;
    }
    // Empty where an earlier attempt has renamed it: then the target is this upload, not an old
    // file.
    Optional<EntryFacts> fresh = tree.uploadFacts(row.upload());
    return fresh.isPresent()
        && fresh.get().size() == old.get().size()
        && fresh.get().adler32().isPresent()
        && fresh.get().adler32().equals(old.get().adler32());
  }

  private static Optional<EntryFacts> target(AreaTree tree, AcceptedPut row)
      throws StorageException {
    try {
      return Optional.of(tree.facts(row.upload().target()));
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
