package org.bora.backend.operation.space;

import org.bora.backend.locate.StorageArea;

/** What active puts were promised and have not written yet. */
@FunctionalInterface
public interface PromisedSpace {

  /** Bytes; at most one statement. Sizes that clients did not announce count as nothing. */
  long bytesPromised(StorageArea area);
}
