package org.bora.backend.locate;

import org.bora.api.word.ReturnStatus;
import org.bora.storage.spi.AreaPath;

/** Where a SURL leads. */
public sealed interface Location {

  /** A name in a storage area; nothing is said about whether an entry exists there. */
  record Place(StorageArea area, AreaPath path) implements Location {

    /** The absolute path as clients name it. */
    public String sfn() {
      return area.sfnOf(path);
    }
  }

  /**
   * A directory above one or more areas, down to and including {@code /}: it exists only to be
   * listed, so that a client can find the areas.
   *
   * @param sfn absolute; {@code /} for the top
   */
  record AboveAreas(String sfn) implements Location {}

  /** Nowhere: not a SURL, another host, no such area, an impossible name. */
  record Nowhere(ReturnStatus status) implements Location {}
}
