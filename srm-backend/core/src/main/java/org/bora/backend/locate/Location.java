package org.bora.backend.locate;

import org.bora.api.word.ReturnStatus;
import org.bora.storage.spi.AreaPath;

/** Where a SURL leads. */
public sealed interface Location {

  /** A name in a storage area; it may or may not exist. */
  record Place(StorageArea area, AreaPath path) implements Location {

    /** The absolute path as clients name it. */
    public String sfn() {
      return area.sfnOf(path);
    }
  }

  /**
   * A directory above one or more areas, down to and including {@code /}: it can only be listed, so
   * that clients find the areas.
   *
   * @param sfn absolute; {@code /} for the top
   */
  record AboveAreas(String sfn) implements Location {}

  /** Nowhere: not a SURL, another host, no such area, an impossible name. */
  record Nowhere(ReturnStatus status) implements Location {}
}
