package org.bora.backend.operation.directory;

/** How long a listing may go on. Asked at every entry, by the thread that lists. */
interface ListingPatience {

  /**
   * Returns if the listing may continue.
   *
   * @throws org.bora.api.BackendFailure TIMED_OUT if its time is over
   */
  void check();
}
