package org.bora.backend.locate;

import java.util.Objects;
import java.util.Optional;

/**
 * How an area keeps its files.
 *
 * @param library name of the tape system that its files are migrated to; present exactly where the
 *     class has a copy on tape
 */
public record Keeping(StorageClass storageClass, Optional<String> library) {

  /** On disk, and on no tape. */
  public static final Keeping DISK = new Keeping(StorageClass.D1T0, Optional.empty());

  public Keeping {
    Objects.requireNonNull(storageClass, "storageClass");
    if (storageClass.onTape() != library.isPresent()) {
      throw new IllegalArgumentException(
          storageClass
              + (library.isPresent()
                  ? " keeps nothing on tape: no tape library belongs to it"
                  : " needs a tape library"));
    }
  }
}
