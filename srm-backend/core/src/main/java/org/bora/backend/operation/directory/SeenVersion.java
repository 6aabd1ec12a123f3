package org.bora.backend.operation.directory;

import java.util.Optional;
import org.bora.api.put.SeenFile;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.storage.spi.EntryFacts;

/**
 * The version that a conditional call requires of a file.
 *
 * @param only empty for a call without a condition
 */
record SeenVersion(Optional<SeenFile> only) {
  static final ReturnStatus CHANGED =
      ReturnStatus.of(
          SrmStatus.DUPLICATION_ERROR, "the file has been replaced or removed meanwhile");

  boolean isAsked() {
    return only.isPresent();
  }

  /** Whether the caller has seen another version than the present one. */
  boolean isOther(EntryFacts facts) {
    return only.isPresent()
        && !(facts.isFile() && only.get().equals(new SeenFile(facts.size(), facts.modifiedAt())));
  }
}
