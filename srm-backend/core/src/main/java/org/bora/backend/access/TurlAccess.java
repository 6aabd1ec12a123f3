package org.bora.backend.access;

import org.bora.backend.locate.Location.Place;

/** Access that was opened only for TURLs. Callers: operations that change names. */
public interface TurlAccess {

  /**
   * Takes away what TURLs opened at or below a name that is about to change: what moves takes its
   * access control lists with it, and a TURL of the old name leads nowhere. Blocks on disk and
   * database.
   */
  void leave(Place place);

  /** Where nothing is opened for TURLs. */
  static TurlAccess none() {
    return place -> {};
  }
}
