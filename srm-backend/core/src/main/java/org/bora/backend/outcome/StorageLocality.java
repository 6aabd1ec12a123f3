package org.bora.backend.outcome;

import org.bora.api.word.FileLocality;
import org.bora.storage.spi.Residency;

/** The SRM word for where the bytes of a file are. */
public final class StorageLocality {

  private StorageLocality() {}

  /** Where the bytes are; directories are where they can be listed. */
  public static FileLocality of(Residency residency) {
    if (residency.onDisk()) {
      return residency.onTape() ? FileLocality.ONLINE_AND_NEARLINE : FileLocality.ONLINE;
    }
    return residency
        .trouble()
        .map(
            trouble ->
                switch (trouble) {
                  case LOST -> FileLocality.LOST;
                  case UNAVAILABLE -> FileLocality.UNAVAILABLE;
                })
        // a stub without a copy on tape: it cannot be brought back
        .orElse(residency.onTape() ? FileLocality.NEARLINE : FileLocality.UNAVAILABLE);
  }
}
